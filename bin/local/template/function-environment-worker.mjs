import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Lambda's execution environment: one thread with one bundle, its variables and its memory. Handles calls one at a
 * time. JavaScript, because each thread would load the compiler of TypeScript anew, a tenth of its work.
 *
 * @typedef {import('./function-messages.ts').CallMessage} CallMessage
 * @typedef {import('./function-messages.ts').OutcomeMessage} OutcomeMessage
 * @typedef {(event: unknown, context: object) => Promise<unknown>} Handler
 */

// Only for this thread's start: Lambda has no such variable.
delete process.env.NODE_COMPILE_CACHE

/** @type {import('./function-messages.ts').EnvironmentData} */
const { entry, handler: name } = workerData

const module = await import(entry)
/** @type {Handler} */
const deployed = module[name]
if (typeof deployed !== 'function') throw new Error(`${entry} exports no function ${name}`)

let clockOffsetMs = 0
/** @type {Handler | undefined} */
let moved

/** The template's handler; once the local console has moved the clock, the same bundle's handler with a moved `now`. */
function chooseHandler() {
  if (clockOffsetMs === 0) return deployed
  const now = () => new Date(Date.now() + clockOffsetMs)
  moved ??= module.createLambdaHandler(() => ({ ...module.createLambdaServices(), now }))
  return moved
}

/**
 * @param {CallMessage} message
 * @returns {Promise<OutcomeMessage>}
 */
async function call({ event, context, deadline, ...message }) {
  clockOffsetMs = message.clockOffsetMs
  const getRemainingTimeInMillis = () => Math.max(0, deadline - Date.now())
  try {
    const answer = await chooseHandler()(JSON.parse(event), { ...context, getRemainingTimeInMillis })
    return { answer: JSON.stringify(answer ?? null) }
  } catch (error) {
    const {
      name: errorType,
      message: errorMessage,
      stack = '',
    } = error instanceof Error ? error : new Error(String(error))
    return { errorType, errorMessage, trace: stack }
  }
}

/** @param {OutcomeMessage | { readonly ready: true }} message */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message) => parentPort?.postMessage(message)

parentPort?.on('message', async (message) => {
  send(await call(message))
  // Node writes the cache when the thread ends, too late for the products beside this one.
  flushCompileCache()
})
send({ ready: true })

import { flushCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { CallMessage, EnvironmentData, OutcomeMessage } from './function-messages.ts'

/**
 * Lambda's execution environment: one thread with one bundle, its variables and its memory. Handles calls one at a
 * time.
 */

// Only for this thread's start: Lambda has no such variable.
delete process.env['NODE_COMPILE_CACHE']

const { entry, handler: name } = workerData as EnvironmentData

type Handler = (event: unknown, context: object) => Promise<unknown>

interface FunctionModule {
  readonly [name: string]: unknown
  readonly createLambdaServices: () => object
  readonly createLambdaHandler: (openServices: () => object) => Handler
}

const module = (await import(entry)) as FunctionModule
const deployed = module[name]
if (typeof deployed !== 'function') throw new Error(`${entry} exports no function ${name}`)

let clockOffsetMs = 0
let moved: Handler | undefined

/** The template's handler; once the local console has moved the clock, the same bundle's handler with a moved `now`. */
function chooseHandler(): Handler {
  if (clockOffsetMs === 0) return deployed as Handler
  const now = () => new Date(Date.now() + clockOffsetMs)
  moved ??= module.createLambdaHandler(() => ({ ...module.createLambdaServices(), now }))
  return moved
}

async function call({ event, context, deadline, ...message }: CallMessage): Promise<OutcomeMessage> {
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

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: OutcomeMessage | { readonly ready: true }): void => parentPort?.postMessage(message)

parentPort?.on('message', async (message: CallMessage) => {
  send(await call(message))
  // Node writes the cache when the thread ends, too late for the products beside this one.
  flushCompileCache()
})
send({ ready: true })

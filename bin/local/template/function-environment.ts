import { pathToFileURL } from 'node:url'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import type { FunctionDefinition } from './function-definitions.ts'
import { createFunctionTimeout, FunctionError } from './function-error.ts'
import type { CallMessage, EnvironmentData, OutcomeMessage } from './function-messages.ts'
import { requireAcceptableAnswer } from './payload-limits.ts'

export interface FunctionEnvironment {
  readonly call: (message: Omit<CallMessage, 'deadline'>, requestId: string) => Promise<unknown>
  /** Lambda discards an environment after a timeout or an exit of its process. */
  readonly isUsable: () => boolean
  readonly end: () => Promise<unknown>
}

/** Used by each new thread, and removed from its environment before the bundle is loaded. */
const compileCache = process.env['NODE_COMPILE_CACHE']

const MODULE = new URL('./function-environment-worker.mjs', import.meta.url)

/**
 * A separate thread: it sees only the given variables, and its heap is limited to the function's memory. Resolves when
 * the bundle is loaded.
 */
export async function startFunctionEnvironment(
  { entry, handler, memoryMb, timeoutSeconds }: FunctionDefinition,
  variables: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => undefined,
): Promise<FunctionEnvironment> {
  const worker = new Worker(MODULE, {
    workerData: { entry: pathToFileURL(entry).href, handler } satisfies EnvironmentData,
    env: { ...variables, ...(compileCache && { NODE_COMPILE_CACHE: compileCache }) },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    stdout: true,
    stderr: true,
  })
  for (const [from, to] of [
    [worker.stdout, process.stdout],
    [worker.stderr, process.stderr],
  ] as const) {
    createInterface({ input: from }).on('line', (line) => {
      to.write(`${line}\n`)
      onLine(line)
    })
  }
  let usable = true
  let settle: { resolve: (outcome: OutcomeMessage) => void; reject: (error: Error) => void } | undefined
  const next = () => new Promise<OutcomeMessage>((resolve, reject) => (settle = { resolve, reject }))
  worker.on('message', (outcome: OutcomeMessage) => settle?.resolve(outcome))
  worker.on('error', (error: Error) => fail(asFunctionError(error)))
  worker.on('exit', () => fail(new FunctionError('Runtime.ExitError', 'Runtime exited')))
  const fail = (error: Error) => {
    usable = false
    settle?.reject(error)
  }
  await next()

  const call: FunctionEnvironment['call'] = async (message, requestId) => {
    const outcome = next()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ ...message, deadline: Date.now() + timeoutSeconds * 1000 } satisfies CallMessage)
    const timer = setTimeout(() => {
      fail(createFunctionTimeout(requestId, timeoutSeconds))
      void worker.terminate()
    }, timeoutSeconds * 1000)
    try {
      const reply = await outcome
      if ('answer' in reply) {
        requireAcceptableAnswer(reply.answer)
        return JSON.parse(reply.answer)
      }
      throw new FunctionError(reply.errorType, reply.errorMessage, reply.trace)
    } finally {
      clearTimeout(timer)
    }
  }
  return { call, isUsable: () => usable, end: () => worker.terminate() }
}

const asFunctionError = (error: Error): Error =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new FunctionError('Runtime.OutOfMemory', 'Runtime exited with error: signal: killed')
    : error

import type { LocalLambdaLoader } from './lambda-loader.ts'
import { isExecutionRefused } from './limited-executions.ts'

interface AsynchronousCallParts {
  readonly functions: LocalLambdaLoader
  /** Retries of a function: at most two, which is also Lambda's default. */
  readonly countRetries?: (handler: string) => number
  readonly onRetriesExhausted?: (handler: string, failed: FailedCall) => void
  /** @default PAUSES_MS */
  readonly pausesMs?: readonly number[]
}

export interface FailedCall {
  readonly event: unknown
  readonly error: unknown
  readonly calls: number
}

/** Before a failed call is retried. Lambda waits one and two minutes. */
const PAUSES_MS = [1000, 2000] as const
/** Before a throttled call is retried, which does not count as an attempt; Lambda retries those for six hours. */
const REFUSED_PAUSE_MS = 500

/** Lambda's asynchronous invocation, used by EventBridge and its Scheduler: failed calls are retried, then given up. */
export function createAsynchronousCalls(parts: AsynchronousCallParts) {
  const { functions, countRetries, onRetriesExhausted, pausesMs = PAUSES_MS } = parts
  const timers = new Set<NodeJS.Timeout>()
  const tell = (handler: string, failed: FailedCall): void => {
    try {
      onRetriesExhausted?.(handler, failed)
    } catch (error) {
      console.error(`nobody hears of what ${handler} did not do`, error)
    }
  }
  const attemptIn = (ms: number, handler: string, event: unknown, calls: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void attempt(handler, event, calls)
    }, ms)
    timers.add(timer)
  }
  const attempt = async (handler: string, event: unknown, calls = 1): Promise<void> => {
    try {
      const run = await functions.load(handler)
      await run(event, {})
    } catch (error) {
      if (isExecutionRefused(error)) return attemptIn(REFUSED_PAUSE_MS, handler, event, calls)
      console.error(handler, error)
      const pause = pausesMs.slice(0, countRetries?.(handler))[calls - 1]
      if (pause === undefined) return tell(handler, { event, error, calls })
      attemptIn(pause, handler, event, calls + 1)
    }
  }
  return {
    /** Resolves after the first attempt, whatever its result. */
    call: async (handler: string, event: unknown): Promise<void> => attempt(handler, event),
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}
export type AsynchronousCalls = ReturnType<typeof createAsynchronousCalls>

import { StandInServiceError } from './json-protocol.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'

/** Concurrency quota of a new AWS account. */
export const FEW_EXECUTIONS = 10

const TOO_MANY = 'TooManyRequestsException'
const GATEWAY_WORDS = 'Service Unavailable'

/** Lambda's throttling error: the function did not run. */
export const isExecutionRefused = (error: unknown): boolean =>
  error instanceof StandInServiceError && error.code === TOO_MANY

export function limitExecutions(functions: LocalLambdaLoader, isLimited: () => boolean): LocalLambdaLoader {
  let running = 0
  return {
    load: async (path) => {
      const run = await functions.load(path)
      return async (event, context) => {
        if (isLimited() && running >= FEW_EXECUTIONS) throw new StandInServiceError(TOO_MANY, GATEWAY_WORDS, 503)
        running += 1
        try {
          return await run(event, context)
        } finally {
          running -= 1
        }
      }
    },
  }
}

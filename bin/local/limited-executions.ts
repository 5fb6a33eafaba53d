import { StandInServiceError } from './json-protocol.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'

/** Quota of all functions together in a new AWS account. */
export const FEW_EXECUTIONS = 10

const TOO_MANY = 'TooManyRequestsException'
/** The body of API Gateway for it, with status 503. */
const GATEWAY_WORDS = 'Service Unavailable'

/** Lambda's refusal to run a function now, which has not run. */
export const isExecutionRefused = (error: unknown): boolean =>
  error instanceof StandInServiceError && error.code === TOO_MANY

/** Refuses executions beyond the account's quota while `isLimited`. */
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

import type { MiddlewareObj } from '@middy/core'
import { formatErrorForLog } from './format-error-for-log.ts'
import { RefusalError } from './refusal-error.ts'
import type { ApiRequest, ApiResponse } from './http.ts'

/** One line for each call: caller, route, outcome. Never the body: it may hold health data. */
export const createCallLogMiddleware = (): MiddlewareObj<ApiRequest, ApiResponse> => ({
  after: ({ event, response }) => line('info', event, { status: response?.statusCode }),
  onError: ({ event, error }) =>
    error instanceof RefusalError
      ? line('info', event, { refused: error.code })
      : line('error', event, { fault: formatErrorForLog(error) }),
})

const line = (level: 'info' | 'error', { routeKey, requestContext }: ApiRequest, outcome: object) => {
  const { requestId, authorizer } = requestContext
  // oxlint-disable-next-line no-console -- stdout is the log stream
  console[level]({ routeKey, requestId, actor: authorizer?.jwt.claims['sub'], ...outcome })
}

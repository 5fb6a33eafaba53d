import type { MiddlewareObj } from '@middy/core'
import { formatErrorForLog } from './format-error-for-log.ts'
import { startInvocationLog, log } from './log.ts'
import { RefusalError } from './refusal-error.ts'
import type { ApiRequest, ApiResponse } from './http.ts'

/** Never the body: it may contain health data. */
export const createCallLogMiddleware = (): MiddlewareObj<ApiRequest, ApiResponse> => ({
  before: ({ event, context }) => startInvocationLog(event.requestContext.requestId, context),
  after: ({ event, response }) => log.info('answered', { ...toCaller(event), status: response?.statusCode }),
  onError: ({ event, error }) =>
    error instanceof RefusalError
      ? log.info('refused', { ...toCaller(event), refused: error.code })
      : log.error('failed', { ...toCaller(event), fault: formatErrorForLog(error) }),
})

const toCaller = ({ routeKey, requestContext: { authorizer } }: ApiRequest) => ({
  routeKey,
  actor: authorizer?.jwt.claims['sub'],
})

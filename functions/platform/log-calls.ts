import type { MiddlewareObj } from '@middy/core'
import { stackOf } from './stack-of.ts'
import { Refusal } from './refusal.ts'
import type { Request, Response } from './http.ts'

/** One line for each call: caller, route, outcome. Never the body: it may hold health data. */
export const logCalls = (): MiddlewareObj<Request, Response> => ({
  after: ({ event, response }) => line('info', event, { status: response?.statusCode }),
  onError: ({ event, error }) =>
    error instanceof Refusal
      ? line('info', event, { refused: error.code })
      : line('error', event, { fault: stackOf(error) }),
})

const line = (level: 'info' | 'error', { routeKey, requestContext }: Request, outcome: object) => {
  const { requestId, authorizer } = requestContext
  // oxlint-disable-next-line no-console -- stdout is the log stream
  console[level]({ routeKey, requestId, actor: authorizer?.jwt.claims['sub'], ...outcome })
}

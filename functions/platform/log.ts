import { Logger } from '@aws-lambda-powertools/logger'
import type { Context } from 'aws-lambda'

/** Codes and ids, never bodies, names or free text; errors by `formatErrorForLog`. */
export const log = new Logger()

export function startInvocationLog(correlationId: string | undefined, context: Partial<Context> = {}): void {
  log.resetKeys()
  log.addContext(context as Context)
  const id = correlationId ?? context.awsRequestId
  if (id !== undefined) log.setCorrelationId(id)
}

export const logFollowUpFailure = (followUp: string, error: unknown): void =>
  log.error('a follow-up was not made', { followUp, fault: error instanceof Error ? error.name : 'unknown' })

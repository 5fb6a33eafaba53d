import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { AuditTraceSource } from '#data/audit-trace'
import { formatErrorForLog } from './format-error-for-log.ts'
import { log } from './log.ts'

export interface QueueMessages {
  readonly mail: { readonly mailId: string } | { readonly auditId: string; readonly createdAt: string }
  readonly exports: { readonly customerId: string; readonly exportId: string }
  readonly history: { readonly entry: AuditTraceSource }
}

export type QueueName = keyof QueueMessages

/**
 * Processes each message separately and reports the failed ones, so that only those are redelivered. Messages may come
 * more than once, and in any order.
 */
export async function takeQueueMessages<Name extends QueueName>(
  queue: Name,
  { Records }: SQSEvent,
  take: (message: QueueMessages[Name]) => Promise<unknown>,
): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = []
  for (const { messageId, body } of Records) {
    const message = JSON.parse(body) as QueueMessages[Name]
    try {
      await take(message)
    } catch (error) {
      log.error('a message of a queue was not taken', { queue, ...message, fault: formatErrorForLog(error) })
      batchItemFailures.push({ itemIdentifier: messageId })
    }
  }
  return { batchItemFailures }
}

import type { DynamoDBRecord, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import type { QueueMessages, QueueName } from '#platform/queue-messages'
import { createLambdaHandler } from '../../functions/changes/dispatch.handler.ts'

export async function dispatchRecords(
  records: readonly DynamoDBRecord[],
): Promise<{ readonly [Name in QueueName]: readonly QueueMessages[Name][] }> {
  const sent: Record<QueueName, object[]> = { mail: [], exports: [], history: [] }
  await createLambdaHandler(() => ({ send: async (queue, messages) => void sent[queue].push(...messages) }))({
    Records: [...records],
  })
  return sent as never
}

/** Message ids are positions, from `1`. */
export const toQueueEvent = (messages: readonly object[]): SQSEvent => ({
  Records: messages.map(
    (message, index) => ({ messageId: `${index + 1}`, body: JSON.stringify(message) }) as SQSRecord,
  ),
})

export const handOnRecords = async (
  records: readonly DynamoDBRecord[],
  queue: QueueName,
  take: (event: SQSEvent) => Promise<SQSBatchResponse>,
): Promise<SQSBatchResponse> => take(toQueueEvent((await dispatchRecords(records))[queue]))

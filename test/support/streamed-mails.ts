import { createLambdaHandler as sendQueued } from '../../functions/mail/send-queued.handler.ts'
import { toQueueEvent } from './dispatched-messages.ts'
import type { MailSetup } from './mail-setup.ts'

export async function sendFromStream(mailIds: readonly string[], office: MailSetup): Promise<void> {
  const { batchItemFailures } = await sendQueued(() => office)(toQueueEvent(mailIds.map((mailId) => ({ mailId }))))
  if (batchItemFailures.length > 0) throw new Error(`not taken: ${JSON.stringify(batchItemFailures)}`)
}

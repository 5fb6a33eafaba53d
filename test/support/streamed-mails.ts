import { createLambdaHandler as sendQueued } from '../../functions/mail/send-queued.handler.ts'
import { toQueueEvent } from './dispatched-messages.ts'
import type { MailSetup } from './mail-setup.ts'

/** Sends mails of the outbox as their queue brings them to the function that does, within what that may touch. */
export async function sendFromStream(mailIds: readonly string[], office: MailSetup): Promise<void> {
  const { batchItemFailures } = await sendQueued(() => office)(toQueueEvent(mailIds.map((mailId) => ({ mailId }))))
  if (batchItemFailures.length > 0) throw new Error(`not taken: ${JSON.stringify(batchItemFailures)}`)
}

import { createLambdaHandler as sendQueued } from '../../functions/mail/send-queued.handler.ts'
import type { MailSetup } from './mail-setup.ts'

/** Sends mails of the outbox as the table's stream brings them to the function that does, within what that may touch. */
export async function sendFromStream(mailIds: readonly string[], office: MailSetup): Promise<void> {
  const records = mailIds.map((mailId) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage: { __edb_e__: { S: 'mail' }, mailId: { S: mailId } }, SequenceNumber: mailId },
  }))
  const send = sendQueued(() => office)
  const { batchItemFailures } = await send({ Records: records } as unknown as Parameters<typeof send>[0])
  if (batchItemFailures.length > 0) throw new Error(`not taken: ${JSON.stringify(batchItemFailures)}`)
}

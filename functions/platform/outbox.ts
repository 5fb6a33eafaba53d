import { addressIdOf } from './address-id.ts'
import type { MailContent } from '#data/mail'
import type { TransactionEntities } from '#data/transact'

interface OutboxMail {
  readonly to: string
  readonly content: MailContent
  /** The client whom the mail concerns: it is listed in their file. @default none; it is found by its address alone */
  readonly customerId?: string | undefined
  /** Chosen by the cause where the same cause may come twice and is one mail. @default a new id */
  readonly mailId?: string
  /** When it is to be sent. @default now */
  readonly dueAt?: string
}

/** Puts a mail in the outbox, in the transaction of the change that causes it. */
export function queueMail(
  entities: TransactionEntities,
  { to, content, customerId, mailId, dueAt }: OutboxMail,
  { now, newId }: { now: () => Date; newId: (prefix: string) => string },
) {
  const createdAt = now().toISOString()
  return entities.mails
    .create({
      mailId: mailId ?? newId('mai'),
      to,
      customerId: customerId ?? addressIdOf(to),
      content,
      status: 'queued',
      attempts: 0,
      nextAttemptAt: dueAt ?? createdAt,
      createdAt,
    })
    .commit()
}

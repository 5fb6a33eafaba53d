import { toEmailAddressId } from './email-address-id.ts'
import type { MailTemplateData } from '#data/mail'
import type { TransactionEntities } from '#data/transact'

interface OutboxMail {
  readonly to: string
  readonly content: MailTemplateData
  /**
   * The client whose record lists the mail.
   * @default none; an erasure finds it by its address
   */
  readonly customerId?: string | undefined
  readonly mailId?: string
  readonly dueAt?: string
}

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
      customerId: customerId ?? toEmailAddressId(to),
      content,
      status: 'queued',
      attempts: 0,
      nextAttemptAt: dueAt ?? createdAt,
      waitingSince: dueAt ?? createdAt,
      createdAt,
    })
    .commit()
}

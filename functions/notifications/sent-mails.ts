import type { EntityItem } from 'electrodb'
import type { Notification, notifications } from '#contract/notifications'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import type { MailContent } from '#data/mail'
import { mailsOf } from '#data/queries'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

export async function requireCustomer(data: Data, customerId: string): Promise<EntityItem<Entities['customers']>> {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}

/** @throws Refusal `not-found`, also for another client's mail */
export async function requireMail(data: Data, customerId: string, mailId: string): Promise<Mail> {
  const { data: mail } = await data.mails.get({ mailId }).go({ consistent: true })
  return mail && mail.customerId === customerId ? mail : refuse('not-found')
}

export type Mail = EntityItem<Entities['mails']>

/** Shows administrators the kind of a mail, never its text or a link in it. */
export function toNotification(mail: Mail): Notification {
  const content = mail.content as MailContent
  return {
    mailId: mail.mailId,
    type: typeOf(content),
    detail: detailOf(content),
    to: mail.to,
    status: mail.status,
    attempts: mail.attempts,
    createdAt: mail.createdAt,
    sentAt: mail.sentAt ?? null,
    lastError: mail.lastError ?? null,
  }
}

function typeOf(content: MailContent): Notification['type'] {
  switch (content.kind) {
    case 'client-notice':
      return content.notice.type
    case 'receipt':
    case 'refund':
      return content.kind
    case 'account-deactivated':
    case 'existing-owner':
    case 'test':
      return 'account'
    case 'guardian-request':
      return 'guardian'
    default:
      return 'security'
  }
}

function detailOf(content: MailContent): string | null {
  if (content.kind !== 'client-notice') return null
  const { notice } = content
  if ('fileName' in notice) return notice.fileName
  return 'supplementName' in notice ? notice.supplementName : null
}

export const listNotifications: Action<typeof notifications.listOfCustomer> = async ({ params, query }, { data }) => {
  const { customerId } = await requireCustomer(data, params.customerId)
  const { items, next } = await mailsOf(data, customerId, query)
  return { items: items.map(toNotification), next }
}

/** Resets the attempts of a failed mail. Pressing twice requeues it once. */
export const resendNotification: Action<typeof notifications.resend> = async ({ actor, params }, services) => {
  const { data, now } = services
  const { customerId } = await requireCustomer(data, params.customerId)
  const { mailId } = await requireMail(data, customerId, params.mailId)
  const outcome = await data.transact((entities) => ({
    mail: entities.mails
      .patch({ mailId })
      .set({ status: 'queued', attempts: 0, nextAttemptAt: now().toISOString() })
      .where(({ status }, { eq }) => eq(status, 'failed'))
      .commit(),
    audit: appendAudit(
      entities,
      {
        action: 'MAIL_QUEUED_AGAIN',
        by: actor.userId,
        subjectId: customerId,
        details: { mailId },
        caller: actor,
      },
      services,
    ),
  }))
  return outcome.written ? toNotification(await requireMail(data, customerId, mailId)) : refuse('mail-not-failed')
}

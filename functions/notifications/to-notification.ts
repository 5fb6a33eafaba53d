import type { EntityItem } from 'electrodb'
import type { Notification } from '#contract/notifications'
import type { Entities } from '#data/entities'
import type { MailContent } from '#data/mail'

export type Mail = EntityItem<Entities['mails']>

/** A mail as administrators see it: what it is about, never its text or a link in it. */
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

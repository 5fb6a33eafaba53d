import type { EntityItem } from 'electrodb'
import { refusedMailStatuses } from '#contract/mail-statuses'
import type { ClientNotification, notifications } from '#contract/notifications'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { findCustomerMails, type MailedCustomer } from '#data/mail-queries'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'

/** @throws Refusal `not-found`, also for another client's mail */
export async function requireCustomerMail(
  data: Database,
  { customerId, formerCustomerIds = [] }: MailedCustomer,
  mailId: string,
): Promise<OutboxMailItem> {
  const { data: mail } = await data.mails.get({ mailId }).go()
  const theirs = [customerId, ...formerCustomerIds]
  return mail?.customerId && theirs.includes(mail.customerId) ? mail : throwRefusal('not-found')
}

export type OutboxMailItem = EntityItem<TableEntities['mails']>

/** Shows administrators the kind of a mail, never its text or a link in it. */
export function toNotification(mail: OutboxMailItem): ClientNotification {
  const content = mail.content as MailTemplateData
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

const types: Readonly<Record<Exclude<MailTemplateData['kind'], 'client-notice'>, ClientNotification['type']>> = {
  receipt: 'receipt',
  refund: 'refund',
  'refund-failed': 'refund-failed',
  'payment-failed': 'payment-failed',
  reminder: 'reminder',
  'slot-proposals': 'slot-proposals',
  'proposal-outcome': 'proposal-outcome',
  'freed-hour': 'freed-hour',
  'withdrawal-requested': 'withdrawal',
  'withdrawal-received': 'withdrawal',
  'withdrawals-digest': 'withdrawal',
  'health-consent-withdrawn': 'consent-withdrawn',
  'health-withdrawal-registered': 'consent-withdrawn',
  'opening-questioned': 'opening-questioned',
  'practice-notice': 'practice',
  'practice-digest': 'practice',
  'guardian-request': 'guardian',
  verification: 'account',
  'account-code': 'account',
  'account-deactivated': 'account',
  'account-imported': 'account',
  'deletion-requested': 'account',
  'existing-owner': 'account',
  'legal-announcement': 'account',
  test: 'account',
  'account-gone': 'security',
  'email-change-refused': 'security',
  'google-linked': 'security',
  'mfa-changed': 'security',
  'new-device': 'security',
  'password-changed': 'security',
  'recovery-code-used': 'security',
  'security-alert': 'security',
  'sign-in-link': 'security',
}

const typeOf = (content: MailTemplateData): ClientNotification['type'] =>
  content.kind === 'client-notice' ? content.notice.type : types[content.kind]

function detailOf(content: MailTemplateData): string | null {
  if (content.kind !== 'client-notice') return null
  const { notice } = content
  const first = 'fileName' in notice ? notice.fileName : 'supplementName' in notice ? notice.supplementName : null
  const others = 'more' in notice ? (notice.more?.length ?? 0) : 0
  return first !== null && others > 0 ? `${first} y ${others} más` : first
}

export const listCustomerNotifications: EndpointAction<typeof notifications.listOfCustomer> = async (
  { params, query },
  { data },
) => {
  const customer = await requireCustomer(params.customerId, data)
  const { items, next } = await findCustomerMails(data, customer, query)
  return { items: items.map(toNotification), next }
}

/** @throws Refusal `mail-not-failed`, also when repeated: a failed mail is queued once */
export const resendNotification: EndpointAction<typeof notifications.resend> = async ({ actor, params }, services) => {
  const { data, now } = services
  const customer = await requireCustomer(params.customerId, data)
  const { mailId } = await requireCustomerMail(data, customer, params.mailId)
  const outcome = await data.transact((entities) => ({
    mail: entities.mails
      .patch({ mailId })
      .set({
        status: 'queued',
        attempts: 0,
        failures: 0,
        nextAttemptAt: now().toISOString(),
        waitingSince: now().toISOString(),
      })
      .where(({ status }, { eq }) => eq(status, 'failed'))
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'MAIL_QUEUED_AGAIN',
        by: actor.userId,
        subjectId: customer.customerId,
        details: { mailId },
        caller: actor,
      },
      services,
    ),
  }))
  return outcome.written
    ? toNotification(await requireCustomerMail(data, customer, mailId))
    : throwRefusal('mail-not-failed')
}

const NEWEST_MAILS = 25

export const findAddressRefusal: EndpointAction<typeof notifications.addressRefusal> = async ({ params }, { data }) => {
  const customer = await requireCustomer(params.customerId, data)
  const { items } = await findCustomerMails(data, customer, { limit: NEWEST_MAILS })
  for (const { to, status, nextAttemptAt } of items) {
    const refused = refusedMailStatuses.find((each) => each === status)
    const isTold = status === 'sent' || refused !== undefined
    if (to.toLowerCase() !== customer.email.toLowerCase() || !isTold) continue
    return { refusal: refused ? { status: refused, at: nextAttemptAt } : null }
  }
  return { refusal: null }
}

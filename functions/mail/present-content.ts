import type { Database } from '#data/database'
import type { MailConsultationDetails, MailTemplateData } from '#data/mail'
import { toMailConsultation } from '../notifications/public/client-notice.ts'
import { filterWantedNotices } from './is-wanted.ts'

interface QueuedMail {
  readonly customerId?: string | undefined
  readonly content: unknown
}

type Services = { readonly data: Database }

export async function toPresentContent(
  { customerId, content: queued }: QueuedMail,
  { data }: Services,
): Promise<MailTemplateData> {
  const content = queued as MailTemplateData
  if (!customerId) return content
  if (isNamedWhenSent(content)) {
    const { data: customer } = await data.customers.get({ customerId }).go()
    return { ...content, name: customer?.name ?? '' }
  }
  const consultation = content.kind === 'reminder' ? content.consultation : consultationIn(content)
  if (consultation) return withPresentConsultation(content, { customerId, consultation }, data)
  if (content.kind !== 'client-notice' || 'consultation' in content.notice) return content
  const notice = await filterWantedNotices(customerId, content.notice, data)
  return notice ? { ...content, notice } : content
}

const isNamedWhenSent = (
  content: MailTemplateData,
): content is Extract<MailTemplateData, { kind: 'refund' | 'refund-failed' | 'payment-failed' }> =>
  content.kind === 'refund' ||
  content.kind === 'payment-failed' ||
  (content.kind === 'refund-failed' && content.reader === 'client')

interface MailedConsultation {
  readonly customerId: string
  readonly consultation: MailConsultationDetails
}

async function withPresentConsultation(
  content: MailTemplateData,
  { customerId, consultation: { consultationId, sequence } }: MailedConsultation,
  data: Database,
): Promise<MailTemplateData> {
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go()
  if (stored?.sequence !== sequence) return content
  const present = toMailConsultation(stored)
  if (content.kind === 'reminder') return { ...content, consultation: present }
  if (content.kind !== 'client-notice' || !('consultation' in content.notice)) return content
  return { ...content, notice: { ...content.notice, consultation: present } }
}

export const consultationIn = (content: MailTemplateData): MailConsultationDetails | undefined =>
  content.kind === 'client-notice' && 'consultation' in content.notice ? content.notice.consultation : undefined

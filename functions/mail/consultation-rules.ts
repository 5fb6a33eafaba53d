import type { FormatAside } from '#contract/rules-before-paying'
import type { MailTemplateData } from '#data/mail'
import { findWaitingListBooking } from '../consultations/public/waiting-list-booking.ts'
import {
  readAbsenceRules,
  readKeptPaymentRules,
  readPresentRules,
  type PaymentRulesQuery,
} from '../payments/public/present-rules.ts'
import type { ConsultationOfOrder } from './order-consultation.ts'
import { consultationIn } from './present-content.ts'
import type { ComposedEmail } from './public/composed-email.ts'
import type { MailServices } from './services.ts'

export type RuleFacts = NonNullable<ComposedEmail['facts']>

interface MailWithBooking {
  readonly customerId?: string | undefined
  readonly content: MailTemplateData
  readonly booked: ConsultationOfOrder | undefined
  readonly formatAside: FormatAside
}

const ended: readonly string[] = ['consultation_cancelled', 'consultation_lapsed']

const isAbsence = (content: MailTemplateData): boolean =>
  content.kind === 'client-notice' && content.notice.type === 'consultation_missed'

const isCancellation = (content: MailTemplateData): boolean =>
  content.kind === 'client-notice' && content.notice.type === 'consultation_cancelled'

export async function findRulesOfMail(mail: MailWithBooking, services: MailServices): Promise<RuleFacts> {
  if (isCancellation(mail.content))
    return readKeptPaymentRules({ ...consultationIn(mail.content), customerId: mail.customerId }, services)
  const about = await findAbout(mail, services)
  if (about && isAbsence(mail.content)) return readAbsenceRules(about, services, mail.formatAside)
  return about ? readPresentRules(about, services, mail.formatAside) : []
}

async function findAbout(
  { customerId, content, booked }: Omit<MailWithBooking, 'formatAside'>,
  services: MailServices,
): Promise<PaymentRulesQuery | undefined> {
  if (content.kind === 'reminder') return { ...content.consultation, customerId }
  if (content.kind === 'client-notice') {
    const consultation = ended.includes(content.notice.type) ? undefined : consultationIn(content)
    return consultation && { ...consultation, customerId }
  }
  if (content.kind === 'freed-hour') return findOfferedAbout({ customerId, startsAt: content.startsAt }, services)
  return content.kind === 'receipt' || content.kind === 'slot-proposals'
    ? findPaidAbout(content.orderId, booked, services)
    : undefined
}

async function findOfferedAbout(
  { customerId, startsAt }: Pick<PaymentRulesQuery, 'customerId' | 'startsAt'>,
  services: MailServices,
): Promise<PaymentRulesQuery> {
  const booking = customerId ? await findWaitingListBooking(customerId, services) : undefined
  const { consultation, orderId = consultation?.orderId } = booking ?? {}
  return { customerId, startsAt, orderId, consultationId: consultation?.consultationId }
}

async function findPaidAbout(
  orderId: string,
  booked: ConsultationOfOrder | undefined,
  { data }: MailServices,
): Promise<PaymentRulesQuery | undefined> {
  const { data: order } = await data.orders.get({ orderId }).go()
  const { customerId } = order ?? {}
  if (!customerId) return undefined
  if (booked) return { ...booked, customerId, orderId }
  const { data: waiting } = await data.ordersToSchedule.get({ customerId, orderId }).go()
  return waiting ? { customerId, orderId } : undefined
}

export const appendRuleFacts = (email: ComposedEmail, rules: RuleFacts): ComposedEmail =>
  rules.length === 0 ? email : { ...email, facts: [...(email.facts ?? []), ...rules] }

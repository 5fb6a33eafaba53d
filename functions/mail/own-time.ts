import type { FormatAside } from '#contract/rules-before-paying'
import { formatOtherTime, formatTimeZone } from '#contract/time-zones'
import type { MailTemplateData } from '#data/mail'
import { JOIN_LABEL } from './consultation-emails.ts'
import { consultationIn } from './present-content.ts'
import { formatEmailHour } from './public/appointment-block.ts'
import type { ComposedEmail } from './public/composed-email.ts'
import type { MailServices } from './services.ts'

interface ClientMail {
  readonly customerId?: string | undefined
  readonly content: MailTemplateData
}

/** Kinds that show no hour of an appointment, or show it to the practice, which works by Madrid's clock. */
type WithoutClientHours =
  | 'account-code'
  | 'account-deactivated'
  | 'account-gone'
  | 'account-imported'
  | 'deletion-requested'
  | 'email-change-refused'
  | 'existing-owner'
  | 'google-linked'
  | 'guardian-request'
  | 'health-consent-withdrawn'
  | 'health-withdrawal-registered'
  | 'legal-announcement'
  | 'mfa-changed'
  | 'new-device'
  | 'opening-questioned'
  | 'password-changed'
  | 'practice-digest'
  | 'practice-notice'
  | 'proposal-outcome'
  | 'recovery-code-used'
  | 'security-alert'
  | 'sign-in-link'
  | 'test'
  | 'verification'
  | 'withdrawal-received'
  | 'withdrawal-requested'
  | 'withdrawals-digest'

/** A record, so that a kind on neither list does not compile; the other list is a type, which costs no bytes. */
const withClientHours: Readonly<Record<Exclude<MailTemplateData['kind'], WithoutClientHours>, true>> = {
  'client-notice': true,
  'freed-hour': true,
  'payment-failed': true,
  receipt: true,
  refund: true,
  'refund-failed': true,
  reminder: true,
  'slot-proposals': true,
}

const showsHoursToClient = (content: MailTemplateData): boolean =>
  content.kind in withClientHours && !('reader' in content && content.reader === 'practice')

export async function findReaderTimeZone({ customerId, content }: ClientMail, { data }: MailServices) {
  if (!customerId || !showsHoursToClient(content)) return undefined
  const { data: customer } = await data.customers.get({ customerId }).go()
  const { data: user } = customer?.userId ? await data.users.get({ userId: customer.userId }).go() : { data: null }
  if (user?.timeZone) return user.timeZone
  const orderId = await findOrderId({ customerId, content }, data)
  const { data: order } = orderId ? await data.orders.get({ orderId }).go() : { data: null }
  return order?.timeZone
}

async function findOrderId({ customerId = '', content }: ClientMail, data: MailServices['data']) {
  if ('orderId' in content && content.orderId) return content.orderId
  const consultation = content.kind === 'reminder' ? content.consultation : consultationIn(content)
  if (!consultation) return undefined
  const { data: stored } = await data.consultations
    .get({ customerId, consultationId: consultation.consultationId })
    .go()
  return stored?.orderId
}

const toOwn = (startsAt: string, timeZone: string): string | undefined => {
  const time = formatOtherTime(startsAt, timeZone)
  return time && `${time} (${formatTimeZone(timeZone) ?? 'en tu zona horaria'})`
}

/** After the end of a term, which stands within a sentence. */
export const createAside =
  (timeZone: string | undefined): FormatAside =>
  (instant) => {
    const own = timeZone && formatOtherTime(instant, timeZone)
    return own ? ` (hora de Madrid; para ti, ${own})` : ''
  }

export function withOwnTime(email: ComposedEmail, timeZone: string | undefined): ComposedEmail {
  if (!timeZone) return email
  const { appointment, choices, action, subject } = email
  const own = appointment && toOwn(appointment.startsAt, timeZone)
  const isHourInSubject = appointment !== undefined && subject.includes(formatEmailHour(appointment.startsAt))
  return {
    ...email,
    ...(own && { appointment: { ...appointment, own: `para ti, ${own}` } }),
    ...(own &&
      isHourInSubject && { subject: `${subject} (para ti, ${formatOtherTime(appointment.startsAt, timeZone)})` }),
    ...(own &&
      action?.label === JOIN_LABEL &&
      action.note && { action: { ...action, note: `${action.note} (hora de Madrid)` } }),
    ...(choices && {
      choices: {
        ...choices,
        options: choices.options.map((option) => {
          const other = toOwn(option.startsAt, timeZone)
          return other ? { ...option, own: `para ti, ${other}` } : option
        }),
      },
    }),
  }
}

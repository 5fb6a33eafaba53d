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

/** Whether it shows hours to a client. The practice works by Madrid's clock, whoever the mail is about. */
const showsHours: Readonly<Record<MailTemplateData['kind'], boolean>> = {
  'client-notice': true,
  'freed-hour': true,
  'payment-failed': true,
  receipt: true,
  refund: true,
  'refund-failed': true,
  reminder: true,
  'slot-proposals': true,
  'account-code': false,
  'account-deactivated': false,
  'account-gone': false,
  'account-imported': false,
  'deletion-requested': false,
  'email-change-refused': false,
  'existing-owner': false,
  'google-linked': false,
  'guardian-request': false,
  'health-consent-withdrawn': false,
  'health-withdrawal-registered': false,
  'legal-announcement': false,
  'mfa-changed': false,
  'new-device': false,
  'opening-questioned': false,
  'password-changed': false,
  'practice-digest': false,
  'practice-notice': false,
  'proposal-outcome': false,
  'recovery-code-used': false,
  'security-alert': false,
  'sign-in-link': false,
  test: false,
  verification: false,
  'withdrawal-received': false,
  'withdrawal-requested': false,
  'withdrawals-digest': false,
}

const showsHoursToClient = (content: MailTemplateData): boolean =>
  showsHours[content.kind] && !('reader' in content && content.reader === 'practice')

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

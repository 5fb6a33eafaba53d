import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Line, ThingName } from './text.ts'
import { ConsultationId, CustomerId, Instant, MailId, pageOf, PageQuery } from './values.ts'

const notificationTypes = [
  'consultation_scheduled',
  'consultation_changed',
  'consultation_cancelled',
  'consultation_lapsed',
  'invoice',
  'analytics',
  'supplement',
  'receipt',
  'refund',
  'account',
  'guardian',
  'security',
] as const

const notificationStatuses = ['queued', 'sending', 'sent', 'skipped', 'failed'] as const

/** `skipped`: unwanted by the client, or outdated before it was sent. */
export const Notification = z.object({
  mailId: MailId,
  type: z.enum(notificationTypes),
  detail: z.nullable(z.string()),
  to: z.string(),
  status: z.enum(notificationStatuses),
  attempts: z.int().check(z.nonnegative()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  /** Name of the last error, never its text, which may contain personal data. */
  lastError: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

const About = ThingName.check(z.minLength(1), z.maxLength(255))

/** `consultation` is an older name of `consultation_scheduled`, still accepted. */
const ConsultationType = z.pipe(
  z.enum(['consultation', 'consultation_scheduled']),
  z.transform(() => 'consultation_scheduled' as const),
)

/**
 * send-client-notification. Only the consultation's id is used: date and type come from the agenda, whatever
 * `consultationDate` and `details` claim.
 */
export const SendNotification = z.union([
  z.strictObject({
    type: ConsultationType,
    consultationId: ConsultationId,
    consultationDate: z.optional(Line.check(z.maxLength(40))),
    details: z.optional(
      z.partial(
        z.strictObject({
          consultationDate: Line.check(z.maxLength(40)),
          consultationType: Line.check(z.maxLength(40)),
        }),
      ),
    ),
  }),
  z.strictObject({ type: z.enum(['invoice', 'analytics']), details: z.strictObject({ fileName: About }) }),
  z.strictObject({ type: z.literal('supplement'), details: z.strictObject({ supplementName: About }) }),
])
export type SendNotification = z.infer<typeof SendNotification>

const params = z.object({ customerId: CustomerId })

export const notifications = {
  listOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/notifications',
    allow: ['administrador'],
    opens: 'mails',
    params,
    query: PageQuery,
    reply: pageOf(Notification),
    audit: 'none',
    refusals: [],
  }),
  send: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/notifications',
    allow: ['administrador'],
    opens: 'mails',
    params,
    body: SendNotification,
    reply: Notification,
    audit: 'CLIENT_NOTIFIED',
    health: ({ type }) => type === 'analytics' || type === 'supplement',
    refusals: ['health-basis-required'],
  }),
  resend: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/notifications/{mailId}/resend',
    allow: ['administrador'],
    opens: 'mails',
    params: z.extend(params, { mailId: MailId }),
    reply: Notification,
    audit: 'MAIL_QUEUED_AGAIN',
    refusals: ['mail-not-failed'],
  }),
}

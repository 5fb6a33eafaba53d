import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Line, ThingName } from './text.ts'
import { ConsultationId, CustomerId, Instant, MailId, pageOf, PageQuery } from './values.ts'

/** What a mail in a client's file is about. */
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

/** A mail that was written to a client, and how far it got. `skipped`: not wanted, or outdated before it was sent. */
export const Notification = z.object({
  mailId: MailId,
  type: z.enum(notificationTypes),
  /** The file or the supplement it tells of; null where there is none. */
  detail: z.nullable(z.string()),
  to: z.string(),
  status: z.enum(notificationStatuses),
  attempts: z.int().check(z.nonnegative()),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  /** The name of the last error, never its text. */
  lastError: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

const About = ThingName.check(z.minLength(1), z.maxLength(255))

/** `consultation` is an older name of `consultation_scheduled`. */
const ConsultationType = z.pipe(
  z.enum(['consultation', 'consultation_scheduled']),
  z.transform(() => 'consultation_scheduled' as const),
)

/**
 * send-client-notification. Of a consultation only the id counts: when it is and of what type is what the agenda says,
 * whatever `consultationDate` and `details` claim.
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
  /** What was written to a client, newest first. */
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
  /** send-client-notification: tells a client of something by hand. */
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
  /** Puts a failed mail back into the outbox; it is sent within five minutes. */
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

import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { mailStatuses, refusedMailStatuses } from './mail-statuses.ts'
import { MAX_COUNTED_PRACTICE_NOTICES, PracticeNotice, practiceNoticeMailChoices } from './practice-notices.ts'
import { SingleLineText, ItemNameText } from './text-schemas.ts'
import { ConsultationId, CustomerId, IsoInstant, MailId, createPageSchema, PageQuery } from './value-schemas.ts'

const notificationTypes = [
  'consultation_scheduled',
  'consultation_changed',
  'consultation_priced',
  'consultation_cancelled',
  'consultation_lapsed',
  'consultation_missed',
  'reminder',
  'invoice',
  'analytics',
  'supplement',
  'summary',
  'message',
  'analysis',
  'analysis_corrected',
  'budget',
  'budget-part',
  'receipt',
  'refund',
  'refund-failed',
  'payment-failed',
  'slot-proposals',
  'proposal-outcome',
  'freed-hour',
  'withdrawal',
  'consent-withdrawn',
  'opening-questioned',
  'practice',
  'account',
  'guardian',
  'security',
] as const

export const ClientNotification = z.object({
  mailId: MailId,
  type: z.enum(notificationTypes),
  detail: z.nullable(z.string()),
  to: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int().check(z.nonnegative()),
  createdAt: IsoInstant,
  sentAt: z.nullable(IsoInstant),
  /** Name of the last error, never its text, which may contain personal data. */
  lastError: z.nullable(z.string()),
})
export type ClientNotification = z.infer<typeof ClientNotification>

const About = ItemNameText.check(z.minLength(1), z.maxLength(255))

/** `consultation` is an older name of `consultation_scheduled`, still accepted. */
const ConsultationType = z.pipe(
  z.enum(['consultation', 'consultation_scheduled']),
  z.transform(() => 'consultation_scheduled' as const),
)

/**
 * send-client-notification. Only the consultation's id is used: date and type come from the agenda, whatever
 * `consultationDate` and `details` say.
 */
export const SendClientNotification = z.union([
  z.strictObject({
    type: ConsultationType,
    consultationId: ConsultationId,
    consultationDate: z.optional(SingleLineText.check(z.maxLength(40))),
    details: z.optional(
      z.partial(
        z.strictObject({
          consultationDate: SingleLineText.check(z.maxLength(40)),
          consultationType: SingleLineText.check(z.maxLength(40)),
        }),
      ),
    ),
  }),
  z.strictObject({ type: z.enum(['invoice', 'analytics']), details: z.strictObject({ fileName: About }) }),
  z.strictObject({ type: z.literal('supplement'), details: z.strictObject({ supplementName: About }) }),
])
export type SendClientNotification = z.infer<typeof SendClientNotification>

const params = z.object({ customerId: CustomerId })

export const notifications = {
  listOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/notifications',
    allow: ['administrador'],
    opens: 'mails',
    params,
    query: PageQuery,
    reply: createPageSchema(ClientNotification),
    audit: 'none',
    refusals: [],
  }),
  addressRefusal: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/address-refusal',
    allow: ['administrador'],
    opens: 'profile',
    params,
    reply: z.object({
      refusal: z.nullable(z.object({ status: z.enum(refusedMailStatuses), at: IsoInstant })),
    }),
    audit: 'none',
    refusals: [],
  }),
  send: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/notifications',
    allow: ['administrador'],
    opens: 'mails',
    params,
    body: SendClientNotification,
    reply: ClientNotification,
    audit: 'CLIENT_NOTIFIED',
    health: ({ type }) => type === 'analytics' || type === 'supplement',
    refusals: ['health-basis-required'],
  }),
  resend: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/notifications/{mailId}/resend',
    allow: ['administrador'],
    opens: 'mails',
    params: z.extend(params, { mailId: MailId }),
    reply: ClientNotification,
    audit: 'MAIL_QUEUED_AGAIN',
    refusals: ['mail-not-failed'],
  }),
  countUnseen: defineEndpoint({
    method: 'GET',
    path: '/practice-notices/unseen',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ unseen: z.int().check(z.nonnegative(), z.maximum(MAX_COUNTED_PRACTICE_NOTICES)) }),
    audit: 'none',
    refusals: [],
  }),
  listOfPractice: defineEndpoint({
    method: 'GET',
    path: '/practice-notices',
    allow: ['administrador'],
    opens: 'list',
    query: PageQuery,
    reply: z.extend(createPageSchema(PracticeNotice), { mail: z.enum(practiceNoticeMailChoices) }),
    audit: 'none',
    refusals: [],
  }),
  markSeen: defineEndpoint({
    method: 'POST',
    path: '/practice-notices/seen',
    allow: ['administrador'],
    opens: 'nothing',
    body: z.strictObject({ seenUntil: IsoInstant }),
    reply: z.object({ seenUntil: IsoInstant }),
    audit: 'none',
    refusals: [],
  }),
  setMailFrequency: defineEndpoint({
    method: 'PUT',
    path: '/practice-notices/mail',
    allow: ['administrador'],
    opens: 'nothing',
    body: z.strictObject({ mail: z.enum(practiceNoticeMailChoices) }),
    reply: z.object({ mail: z.enum(practiceNoticeMailChoices) }),
    audit: 'PRACTICE_NOTICE_MAIL_CHOSEN',
    refusals: [],
  }),
}

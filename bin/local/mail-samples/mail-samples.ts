import { type ImmediateAlertType, immediateAlertTypes } from '#contract/alert-actions'
import type { MailTemplateData } from '#data/mail'
import {
  composeCodeEmail,
  composeInvitationEmail,
  composePasswordResetEmail,
} from '../../../functions/account/pool-emails.ts'
import { composeEmail } from '../../../functions/mail/compose.ts'
import { appendRuleFacts } from '../../../functions/mail/consultation-rules.ts'
import { composePracticeNoticesEmail } from '../../../functions/mail/practice-notice-emails.ts'
import type { ComposedEmail } from '../../../functions/mail/public/composed-email.ts'
import { buildVerificationUrl, composeVerificationEmail } from '../../../functions/mail/public/verification-email.ts'
import { composeReminderEmail } from '../../../functions/mail/reminder-email.ts'
import { clientNoticeSamples, consultationInMails, mailSamples, NAME_IN_MAILS } from './contents.ts'
import { paymentFailedSamples } from './payment-failed-samples.ts'
import { noticeSamples } from './practice-notice-samples.ts'
import { rulesOfReminder, rulesOfSamples } from './rules-of-samples.ts'

export type SampleReader = 'client' | 'practice' | 'anybody'

export interface MailSample {
  readonly name: string
  readonly kind: MailTemplateData['kind']
  /** Undefined for mails sent by Cognito. */
  readonly content?: MailTemplateData
  readonly reader: SampleReader
  readonly hours: number
  readonly email: ComposedEmail
}

type Parts = Omit<Parameters<typeof composeEmail>[1], 'siteUrl'>
type Composed = Parameters<typeof composeEmail>[0]

const TOKEN = 'Q2FkYS1lbmxhY2UtZXMtZGUtdW5hLXBlcnNvbmEtc29sYQ'
const at = '2026-11-21T09:00:00.000Z'
const { startsAt } = consultationInMails
const paidHour = { ...consultationInMails, isPaid: true }

const receipt = {
  orderId: 'ord_00000001',
  receiptNumber: '2026-ABC',
  customerId: 'cus_00000001',
  paymentId: 'pay_00000001',
  buyerName: NAME_IN_MAILS,
  concept: 'Primera consulta',
  listCents: 10_000,
  amountCents: 8000,
  issuedAt: at,
  fileKey: 'cus_00000001/receipt/1.pdf',
}

const proposals = {
  slots: [startsAt, '2026-12-02T16:00:00.000Z', '2026-12-04T11:30:00.000Z'],
  token: TOKEN,
  priceCents: 8000,
}

interface Variant {
  /** @default - none: the sample is named after its kind */
  readonly variant?: string
  readonly content: Composed
  readonly parts?: Parts
  readonly reader?: SampleReader
  readonly hours?: number
}

type Variants = readonly Variant[]

type ElsewhereKind = 'verification' | 'account-code' | 'reminder' | 'practice-notice' | 'practice-digest'

const invited = mailSamples.receipt
const atHome = { ...invited, invite: false }
const refundAtHour = { ...mailSamples.refund, name: NAME_IN_MAILS }
const refundFailed = { ...mailSamples['refund-failed'], name: NAME_IN_MAILS }
const freeHour = { content: mailSamples['freed-hour'], parts: { token: TOKEN }, hours: 1 }

const notices = Object.values(clientNoticeSamples).map((notice) => {
  const hasHour = 'consultation' in notice
  const content = { kind: 'client-notice', name: NAME_IN_MAILS, notice } as const
  return { variant: notice.type.replaceAll('_', '-'), content, hours: hasHour ? 1 : 0 }
})

const toConfirm = { ...consultationInMails, toConfirm: true, lapsesAt: '2026-11-23T09:00:00.000Z' }

const noticesOfRequests = (['consultation_scheduled', 'consultation_changed'] as const).map((type) => ({
  variant: `${type.replaceAll('_', '-')}-request`,
  content: {
    kind: 'client-notice',
    name: NAME_IN_MAILS,
    notice: { type, consultation: toConfirm },
  } as const,
  hours: 1,
}))

const withdrawals = [
  { withdrawalId: 'wdr_00000001', requestedAt: at },
  { withdrawalId: 'wdr_00000002', requestedAt: '2026-11-21T15:30:00.000Z' },
]

const privacyChanges = [
  'Otra empresa guardará las copias de seguridad, también en la Unión Europea.',
  'Los registros de acceso a la web se guardarán 60 días; ahora son 90.',
]

const onlyOf = <Kind extends keyof typeof mailSamples>(kind: Kind) => mailSamples[kind]

const variantsOf: Readonly<Record<Exclude<MailTemplateData['kind'], ElsewhereKind>, Variants>> = {
  receipt: [
    { content: atHome, parts: { receipt, consultation: paidHour, proposals: 'scheduled' }, hours: 1 },
    { variant: 'proposals', content: atHome, parts: { receipt, proposals }, hours: 3 },
    {
      variant: 'invite',
      content: invited,
      parts: { receipt, proposals: { ...proposals, slots: [startsAt] } },
      hours: 1,
    },
    {
      variant: 'unverified',
      content: invited,
      parts: {
        receipt,
        consultation: paidHour,
        proposals: 'scheduled',
        verifyUrl: 'https://habitat.example/auth/callback#email=zacarias%40correo.example',
      },
      hours: 1,
    },
    { variant: 'none-free', content: atHome, parts: { receipt, proposals: 'none-free', paidBefore: true } },
  ],
  refund: [
    {
      variant: 'cancelled',
      content: { ...refundAtHour, cancelledConsultationId: consultationInMails.consultationId },
      parts: { consultation: { ...paidHour, isCancelled: true } },
      hours: 1,
    },
    {
      variant: 'part',
      content: { ...refundAtHour, reason: 'practice', amountCents: 3000 },
      parts: { consultation: paidHour },
      hours: 1,
    },
    { variant: 'without-hour', content: refundAtHour },
    { variant: 'unproven', content: { ...refundAtHour, reason: 'unproven' } },
  ],
  'refund-failed': [
    { content: refundFailed, parts: { consultation: paidHour }, hours: 1 },
    {
      variant: 'practice',
      content: { ...refundFailed, reader: 'practice' },
      parts: { consultation: paidHour },
      reader: 'practice',
      hours: 1,
    },
  ],
  'payment-failed': paymentFailedSamples,
  'client-notice': [...notices, ...noticesOfRequests],
  'slot-proposals': [
    { content: mailSamples['slot-proposals'], parts: { proposals }, hours: 3 },
    { variant: 'none-free', content: mailSamples['slot-proposals'], parts: { proposals: 'none-free' } },
  ],
  'freed-hour': [freeHour],
  'proposal-outcome': [
    { variant: 'refused', content: mailSamples['proposal-outcome'], reader: 'practice' },
    { variant: 'none-free', content: { ...mailSamples['proposal-outcome'], outcome: 'none-free' }, reader: 'practice' },
    {
      variant: 'chosen',
      content: { ...mailSamples['proposal-outcome'], outcome: 'chosen', startsAt },
      reader: 'practice',
      hours: 1,
    },
  ],
  'existing-owner': [
    { content: onlyOf('existing-owner'), reader: 'anybody' },
    { variant: 'buying', content: { ...onlyOf('existing-owner'), product: 'primera-consulta' }, reader: 'anybody' },
  ],
  'new-device': [{ content: onlyOf('new-device') }],
  'password-changed': [{ content: onlyOf('password-changed') }],
  'google-linked': [{ content: onlyOf('google-linked') }],
  'mfa-changed': [
    { variant: 'enabled', content: onlyOf('mfa-changed') },
    { variant: 'disabled', content: { ...onlyOf('mfa-changed'), change: 'disabled' } },
  ],
  'recovery-code-used': [{ content: onlyOf('recovery-code-used') }],
  'account-deactivated': [{ content: onlyOf('account-deactivated'), parts: { token: TOKEN } }],
  'deletion-requested': [{ content: onlyOf('deletion-requested'), parts: { token: TOKEN } }],
  'guardian-request': [{ content: onlyOf('guardian-request'), parts: { token: TOKEN }, reader: 'anybody' }],
  'legal-announcement': [
    { content: onlyOf('legal-announcement') },
    {
      variant: 'privacy',
      content: { ...onlyOf('legal-announcement'), documents: ['privacy'], changes: privacyChanges },
    },
    { variant: 'both', content: { ...onlyOf('legal-announcement'), documents: ['terms', 'privacy'] } },
  ],
  'sign-in-link': [{ content: onlyOf('sign-in-link'), parts: { token: TOKEN } }],
  'email-change-refused': [{ content: onlyOf('email-change-refused') }],
  'account-imported': [
    { content: onlyOf('account-imported') },
    { variant: 'guarded', content: { ...onlyOf('account-imported'), guarded: true } },
  ],
  'account-gone': [
    { content: onlyOf('account-gone') },
    { variant: 'guarded', content: { ...onlyOf('account-gone'), guarded: true } },
  ],
  'withdrawal-requested': [{ content: onlyOf('withdrawal-requested'), reader: 'anybody' }],
  'withdrawal-received': [{ content: onlyOf('withdrawal-received'), reader: 'practice' }],
  'withdrawals-digest': [{ content: onlyOf('withdrawals-digest'), parts: { withdrawals }, reader: 'practice' }],
  'health-consent-withdrawn': [
    { content: onlyOf('health-consent-withdrawn'), reader: 'practice' },
    {
      variant: 'guardian',
      content: { ...onlyOf('health-consent-withdrawn'), asked: 'guardian-written' },
      reader: 'practice',
    },
  ],
  'health-withdrawal-registered': [
    { content: onlyOf('health-withdrawal-registered') },
    { variant: 'guardian', content: { ...onlyOf('health-withdrawal-registered'), reader: 'guardian', name: '' } },
  ],
  'opening-questioned': [{ content: onlyOf('opening-questioned'), reader: 'practice' }],
  'security-alert': immediateAlertTypes.map((type: ImmediateAlertType) => ({
    variant: type.replaceAll('_', '-'),
    content: { kind: 'security-alert', type, at } as const,
    reader: 'practice' as const,
  })),
  test: [{ content: onlyOf('test'), reader: 'practice' }],
}

type MoreSamples = readonly Omit<MailSample, 'kind'>[]

const elsewhere = (siteUrl: string): Readonly<Record<ElsewhereKind, MoreSamples>> => {
  const verifyUrl = buildVerificationUrl({ email: 'zacarias@correo.example', proof: TOKEN, siteUrl })
  const linkOf = (more = '') => `${siteUrl}/reset-password${more}#email=zacarias%40correo.example&link=${TOKEN}`
  const ofCognito = { reader: 'client', hours: 0 } as const
  return {
    verification: (['verify', 'reset', 'paid'] as const).map((wish) => ({
      name: `verification-${wish}`,
      content: { kind: 'verification', wish },
      reader: 'anybody',
      hours: 0,
      email: composeVerificationEmail(verifyUrl, wish),
    })),
    reminder: (['day', 'hour'] as const).map((before) => {
      const content = { ...mailSamples.reminder, before, consultation: paidHour }
      const minutesBefore = before === 'day' ? 24 * 60 + 5 : 60
      const now = new Date(Date.parse(startsAt) - minutesBefore * 60_000)
      return {
        name: `reminder-${before}`,
        content,
        reader: 'client',
        hours: 1,
        email: appendRuleFacts(composeReminderEmail(content, { token: TOKEN, siteUrl, now }), rulesOfReminder(now)),
      }
    }),
    'practice-notice': noticeSamples.map((sample) => ({
      name: `practice-notice-${sample.notice.kind}`,
      content: mailSamples['practice-notice'],
      reader: 'practice',
      hours: sample.notice.startsAt ? 1 : 0,
      email: composePracticeNoticesEmail('practice-notice', { notices: [sample], siteUrl }),
    })),
    'practice-digest': [
      {
        name: 'practice-digest',
        content: mailSamples['practice-digest'],
        reader: 'practice',
        hours: noticeSamples.filter(({ notice }) => notice.startsAt).length,
        email: composePracticeNoticesEmail('practice-digest', {
          notices: noticeSamples,
          siteUrl,
        }),
      },
    ],
    'account-code': [
      {
        ...ofCognito,
        name: 'account-password-reset',
        email: { ...composePasswordResetEmail(linkOf()), greeting: 'Hola, Zacarías:' },
      },
      {
        ...ofCognito,
        name: 'account-invitation',
        email: { ...composeInvitationEmail(linkOf(), 'zacarias@correo.example'), greeting: 'Hola:' },
      },
      { ...ofCognito, name: 'account-code', email: { ...composeCodeEmail('482915'), greeting: 'Hola:' } },
    ],
  }
}

const nameOf = ({ variant, content: { kind } }: Variant): string => (variant ? `${kind}-${variant}` : kind)

const toSample = (of: Variant, siteUrl: string): MailSample => {
  const { content, parts = {}, reader = 'client', hours = 0 } = of
  const name = nameOf(of)
  const email = appendRuleFacts(composeEmail(content, { ...parts, siteUrl }), rulesOfSamples[name] ?? [])
  return { name, kind: content.kind, content, reader, hours, email }
}

export const listMailSamples = (siteUrl: string): readonly MailSample[] => [
  ...Object.values(variantsOf).flatMap((variants) => variants.map((of) => toSample(of, siteUrl))),
  ...Object.entries(elsewhere(siteUrl)).flatMap(([kind, samples]) =>
    samples.map((sample) => ({ ...sample, kind: kind as ElsewhereKind })),
  ),
]

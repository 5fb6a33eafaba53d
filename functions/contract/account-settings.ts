import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FirstName, LastName, PersonName } from './person-name.ts'
import { GUARDIAN_TEXT_VERSION, HEALTH_CONSENT_VERSION } from './product.ts'
import { enteredOf, valuesOf } from './record.ts'
import { Day, Email, Instant } from './values.ts'

export const languages = ['es'] as const

/** Mail a client can switch off. Security mails and receipts are not listed: they are always sent. */
export const noticeGroups = ['consultations', 'files', 'supplements', 'marketing'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

const Notifications = z.strictObject({
  consultations: z.boolean(),
  files: z.boolean(),
  supplements: z.boolean(),
  marketing: z.boolean(),
})

/** What somebody says of themselves. */
export const personFields = {
  // What is stored may be older than the rules of the form.
  firstName: { label: 'Nombre', value: z.string(), entered: FirstName },
  lastName: { label: 'Apellidos', value: z.string(), entered: LastName },
}

export const ChangeSettings = z.strictObject({
  ...enteredOf(personFields),
  notifications: Notifications,
  language: z.enum(languages),
  version: z.int().check(z.nonnegative()),
})
export type ChangeSettings = z.infer<typeof ChangeSettings>

const guardianStates = ['not-needed', 'needed', 'asked', 'given'] as const

export const AccountSettings = z.extend(ChangeSettings, {
  ...valuesOf(personFields),
  email: z.string(),
  birthDate: z.nullable(Day),
  guardian: z.object({ state: z.enum(guardianStates), email: z.nullable(z.string()) }),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const GiveBirthDate = z.strictObject({ birthDate: z.iso.date({ error: 'Indica tu fecha de nacimiento' }) })

const GuardianName = PersonName.check(
  z.minLength(5, { error: 'Escribe nombre y apellidos' }),
  z.maxLength(160, {
    error: 'Nombre demasiado largo',
  }),
)

export const AskGuardian = z.strictObject({ name: GuardianName, email: Email })

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'Enlace no válido' }))

export const GuardianConsent = z.strictObject({
  token: Token,
  name: GuardianName,
  accepted: z.literal(true, { error: 'Marca la casilla para autorizar' }),
  textVersion: z.literal(GUARDIAN_TEXT_VERSION),
  healthTextVersion: z.optional(z.literal(HEALTH_CONSENT_VERSION)),
})

const clientes = ['cliente'] as const

export const accountSettings = {
  readSettings: endpoint({
    method: 'GET',
    path: '/account/settings',
    allow: clientes,
    reply: AccountSettings,
    audit: 'none',
    refusals: [],
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/account/settings',
    allow: clientes,
    body: ChangeSettings,
    reply: AccountSettings,
    audit: 'SETTINGS_CHANGED',
    refusals: ['changed-meanwhile'],
  }),
  /** The purchase form does not ask for a birth date. It can be set once, because it decides what a minor may do. */
  giveBirthDate: endpoint({
    method: 'POST',
    path: '/account/birth-date',
    allow: clientes,
    body: GiveBirthDate,
    reply: AccountSettings,
    audit: 'BIRTH_DATE_GIVEN',
    refusals: ['too-young', 'birth-date-known'],
  }),
  /** Mails a link to the guardian of a minor. A new request invalidates the earlier one. */
  askGuardian: endpoint({
    method: 'POST',
    path: '/account/guardian',
    allow: clientes,
    body: AskGuardian,
    reply: AccountSettings,
    audit: 'GUARDIAN_ASKED',
    refusals: ['guardian-not-needed', 'own-email'],
  }),
  /** The token travels in the body because URLs end up in logs. */
  readGuardianRequest: endpoint({
    method: 'POST',
    path: '/account/guardian-consent/request',
    allow: 'everyone',
    body: z.strictObject({ token: Token }),
    reply: z.object({ minorName: z.string(), guardianName: z.string(), requestedAt: Instant }),
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  giveGuardianConsent: endpoint({
    method: 'POST',
    path: '/account/guardian-consent',
    allow: 'everyone',
    body: GuardianConsent,
    reply: z.object({ consented: z.literal(true) }),
    audit: 'GUARDIAN_CONSENTED',
    refusals: ['link-invalid'],
  }),
  /** Closes the account until its owner opens the mailed link. With a second factor it needs a fresh code. */
  deactivate: endpoint({
    method: 'POST',
    path: '/account/deactivation',
    allow: clientes,
    reply: z.object({ deactivated: z.literal(true) }),
    audit: 'ACCOUNT_DEACTIVATED',
    refusals: [],
  }),
  /** Mails the link again. The answer is the same whether or not the address has a deactivated account. */
  mailReactivation: endpoint({
    method: 'POST',
    path: '/account/reactivation-mail',
    allow: 'everyone',
    body: z.strictObject({ email: Email }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'REACTIVATION_MAILED',
    refusals: [],
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/account/reactivation',
    allow: 'everyone',
    body: z.strictObject({ token: Token }),
    reply: z.object({ reactivated: z.literal(true) }),
    audit: 'ACCOUNT_REACTIVATED',
    refusals: ['link-invalid'],
  }),
}

import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { PersonName, personNameFields } from './person-name.ts'
import { GUARDIAN_CONSENT_VERSION, HEALTH_CONSENT_VERSION, supportedLanguages } from './product.ts'
import { getFieldInputSchemas, getFieldValueSchemas } from './record-fields.ts'
import { TimeZoneName } from './time-zones.ts'
import { CalendarDay, Email, IsoInstant } from './value-schemas.ts'

/** Mail a client can switch off. Security mails and receipts are not listed: they are always sent. */
export const notificationGroups = [
  'consultations',
  'reminders',
  'files',
  'supplements',
  'messages',
  'marketing',
] as const
export type NotificationGroup = (typeof notificationGroups)[number]

const Notifications = z.strictObject({
  consultations: z.boolean(),
  reminders: z.boolean(),
  files: z.boolean(),
  supplements: z.boolean(),
  messages: z._default(z.boolean(), true),
  marketing: z.boolean(),
})

export const ChangeAccountSettings = z.strictObject({
  ...getFieldInputSchemas(personNameFields),
  notifications: Notifications,
  language: z.enum(supportedLanguages),
  version: z.int().check(z.nonnegative()),
})
export type ChangeAccountSettings = z.infer<typeof ChangeAccountSettings>

const guardianStates = ['not-needed', 'needed', 'asked', 'given'] as const

export const AccountSettings = z.extend(ChangeAccountSettings, {
  ...getFieldValueSchemas(personNameFields),
  email: z.string(),
  birthDate: z.nullable(CalendarDay),
  guardian: z.object({ state: z.enum(guardianStates), email: z.nullable(z.string()) }),
})
export type AccountSettings = z.infer<typeof AccountSettings>

export const SubmitBirthDate = z.strictObject({ birthDate: z.iso.date({ error: 'Indica tu fecha de nacimiento' }) })

const GuardianName = PersonName.check(
  z.minLength(5, { error: 'Escribe nombre y apellidos' }),
  z.maxLength(160, {
    error: 'Nombre demasiado largo',
  }),
)

export const RequestGuardianConsent = z.strictObject({ name: GuardianName, email: Email })

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'Enlace no válido' }))

export const SubmitGuardianConsent = z.strictObject({
  token: Token,
  name: GuardianName,
  accepted: z.literal(true, { error: 'Marca la casilla para autorizar' }),
  textVersion: z.literal(GUARDIAN_CONSENT_VERSION),
  healthTextVersion: z.optional(z.literal(HEALTH_CONSENT_VERSION)),
})

const clientes = ['cliente'] as const

export const accountSettings = {
  readSettings: defineEndpoint({
    method: 'GET',
    path: '/account/settings',
    allow: clientes,
    reply: AccountSettings,
    audit: 'none',
    refusals: [],
  }),
  changeSettings: defineEndpoint({
    method: 'PUT',
    path: '/account/settings',
    allow: clientes,
    body: ChangeAccountSettings,
    reply: AccountSettings,
    audit: 'SETTINGS_CHANGED',
    refusals: ['changed-meanwhile'],
  }),
  /** Time zone of the browser in use: mails also state hours in it. */
  saveTimeZone: defineEndpoint({
    method: 'PUT',
    path: '/account/time-zone',
    allow: clientes,
    body: z.strictObject({ timeZone: TimeZoneName }),
    reply: z.object({ timeZone: TimeZoneName }),
    audit: 'TIME_ZONE_CHANGED',
    refusals: [],
  }),
  /** The purchase form does not ask for a birth date. It can be set once, because it decides what a minor may do. */
  giveBirthDate: defineEndpoint({
    method: 'POST',
    path: '/account/birth-date',
    allow: clientes,
    body: SubmitBirthDate,
    reply: AccountSettings,
    audit: 'BIRTH_DATE_GIVEN',
    refusals: ['too-young', 'birth-date-known'],
  }),
  /** Mails a link to the guardian of a minor. A new request invalidates the earlier one. */
  askGuardian: defineEndpoint({
    method: 'POST',
    path: '/account/guardian',
    allow: clientes,
    body: RequestGuardianConsent,
    reply: AccountSettings,
    audit: 'GUARDIAN_ASKED',
    refusals: ['guardian-not-needed', 'own-email'],
  }),
  /** The token travels in the body because URLs end up in logs. */
  readGuardianRequest: defineEndpoint({
    method: 'POST',
    path: '/account/guardian-consent/request',
    allow: 'everyone',
    body: z.strictObject({ token: Token }),
    reply: z.object({ minorName: z.string(), guardianName: z.string(), requestedAt: IsoInstant }),
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /**
   * `changed-meanwhile`: health data are still being erased after a withdrawal; consent can be given again afterwards.
   */
  giveGuardianConsent: defineEndpoint({
    method: 'POST',
    path: '/account/guardian-consent',
    allow: 'everyone',
    body: SubmitGuardianConsent,
    reply: z.object({ consented: z.literal(true) }),
    audit: 'GUARDIAN_CONSENTED',
    refusals: ['link-invalid', 'changed-meanwhile'],
  }),
  /** Closes the account until its owner opens the mailed link. With a second factor it needs a fresh code. */
  deactivate: defineEndpoint({
    method: 'POST',
    path: '/account/deactivation',
    allow: clientes,
    reply: z.object({ deactivated: z.literal(true) }),
    audit: 'ACCOUNT_DEACTIVATED',
    refusals: [],
  }),
  /** Mails the link again. The answer is the same whether or not the address has a deactivated account. */
  mailReactivation: defineEndpoint({
    method: 'POST',
    path: '/account/reactivation-mail',
    allow: 'everyone',
    body: z.strictObject({ email: Email }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'REACTIVATION_MAILED',
    refusals: [],
  }),
  reactivate: defineEndpoint({
    method: 'POST',
    path: '/account/reactivation',
    allow: 'everyone',
    body: z.strictObject({ token: Token }),
    reply: z.object({ reactivated: z.literal(true) }),
    audit: 'ACCOUNT_REACTIVATED',
    refusals: ['link-invalid'],
  }),
}

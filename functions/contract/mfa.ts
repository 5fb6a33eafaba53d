import * as z from 'zod/mini'
import { endpoint, roles } from './endpoint.ts'
import { AnyPassword } from './password.ts'
import { Email, Instant, KnownBrowsers, SecretToken } from './values.ts'

/** A code as people type it: spaces are theirs to use, six digits are what counts. */
export const TotpCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replaceAll(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, { error: 'El código debe tener exactamente 6 dígitos' })),
)

/** The letters and digits that recovery codes are made of: none that looks like another. */
export const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const RECOVERY_CODES = 8
export const RECOVERY_CODE_LENGTH = 8

/** A recovery code as people type it, with spaces, hyphens and small letters of their own. */
export const RecoveryCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(24)),
    z.transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase()),
  ),
  z.string().check(z.regex(/^[A-Z0-9]{8}$/, { error: 'Código inválido' })),
)

export const MfaFactor = z.object({
  id: z.string(),
  friendlyName: z.string(),
  /** `phone` can be listed but not enrolled, and never counts. */
  factorType: z.enum(['totp', 'phone']),
  status: z.enum(['verified', 'unverified']),
  createdAt: Instant,
})
export type MfaFactor = z.infer<typeof MfaFactor>

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).check(z.length(RECOVERY_CODES)) })

export const mfa = {
  /** The caller's factors, newest first, and how many recovery codes they have left. */
  read: endpoint({
    method: 'GET',
    path: '/mfa',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: z.object({ factors: z.array(MfaFactor), recoveryCodesLeft: z.int().check(z.nonnegative()) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Lets one refreshed token, within five minutes, enrol an app: the one that is asked for with this key
   * (`clientMetadata.enrolment`). Whoever has a factor proves it first, everybody else that they are who signed in: by a
   * sign-in that is younger than five minutes, or the password now. Nobody but the session that asks is given the key.
   */
  allowEnrolment: endpoint({
    method: 'POST',
    path: '/mfa/enrolment/key',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.nullish(
      z.strictObject({ password: z.optional(AnyPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' }))) }),
    ),
    reply: z.object({ until: Instant, key: z.string() }),
    audit: 'MFA_ENROLMENT_ALLOWED',
    refusals: ['password-wrong', 'password-required', 'sign-in-stale'],
  }),
  /**
   * Begins an enrolment with a token that may (`allowEnrolment`): a new secret, not in force until a code of it is
   * confirmed. Whoever has a factor keeps it until then.
   */
  enrol: endpoint({
    method: 'POST',
    path: '/mfa/enrolment',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: z.object({ id: z.string(), secret: z.string(), uri: z.string(), friendlyName: z.string() }),
    audit: 'MFA_ENROLMENT_STARTED',
    refusals: [],
  }),
  /** Puts the enrolled secret in force and gives the recovery codes, once. */
  confirm: endpoint({
    method: 'POST',
    path: '/mfa/enrolment/confirmation',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.strictObject({ code: TotpCode }),
    reply: RecoveryCodes,
    audit: 'MFA_ENABLED',
    refusals: ['mfa-not-enrolled', 'code-invalid', 'enrolment-expired'],
  }),
  /** Step-up: proves a code of the app, or a recovery code, for this session. */
  prove: endpoint({
    method: 'POST',
    path: '/mfa/proof',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.union([z.strictObject({ code: TotpCode }), z.strictObject({ recoveryCode: RecoveryCode })]),
    reply: z.object({ success: z.literal(true), provenAt: Instant, recoveryCodesLeft: z.int() }),
    audit: 'MFA_VERIFIED',
    refusals: ['mfa-not-enrolled', 'code-invalid', 'code-used'],
  }),
  /** Switches the second factor off. An administrador loses everything but enrolling again. */
  disable: endpoint({
    method: 'DELETE',
    path: '/mfa',
    allow: roles,
    opens: 'nothing',
    assurance: 'fresh',
    reply: z.object({ disabled: z.literal(true) }),
    audit: 'MFA_DISABLED',
    refusals: ['mfa-not-enrolled'],
  }),
  /** New recovery codes in place of all the old ones. */
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/mfa/recovery-codes',
    allow: roles,
    opens: 'nothing',
    assurance: 'fresh',
    reply: RecoveryCodes,
    audit: 'RECOVERY_CODES_RENEWED',
    refusals: ['mfa-not-enrolled'],
  }),
  /**
   * At sign-in, once Cognito has asked for the app's code: exchanges a recovery code for the code that the app would show
   * now, and the one after it, with which the page answers Cognito. The code is looked at only after the password was
   * right, which Cognito is asked; no token is made here.
   */
  recover: endpoint({
    method: 'POST',
    path: '/mfa/recovery',
    allow: 'everyone',
    body: z.strictObject({
      email: Email,
      password: AnyPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' })),
      recoveryCode: RecoveryCode,
      browsers: z.optional(KnownBrowsers),
      link: z.optional(SecretToken),
    }),
    reply: z.object({ codes: z.array(z.string().check(z.regex(/^\d{6}$/))).check(z.length(2)) }),
    audit: 'RECOVERY_CODE_USED',
    refusals: ['code-invalid'],
  }),
}

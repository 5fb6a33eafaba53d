import * as z from 'zod/mini'
import { defineEndpoint, roles } from './endpoint.ts'
import { ExistingPassword } from './password.ts'
import { Email, IsoInstant, KnownBrowserTokens, SecretToken } from './value-schemas.ts'

/** Six digits; spaces are removed. */
export const TotpCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replaceAll(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, { error: 'El código debe tener exactamente 6 dígitos' })),
)

/** Without characters that are easily confused. */
export const RECOVERY_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const RECOVERY_CODE_COUNT = 8
export const RECOVERY_CODE_LENGTH = 8

/** Spaces and hyphens are removed, lower case is accepted. */
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
  /** `phone` may be listed, but cannot be enrolled and never counts as a second factor. */
  factorType: z.enum(['totp', 'phone']),
  status: z.enum(['verified', 'unverified']),
  createdAt: IsoInstant,
})
export type MfaFactor = z.infer<typeof MfaFactor>

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).check(z.length(RECOVERY_CODE_COUNT)) })

export const mfa = {
  read: defineEndpoint({
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
   * Returns a key with which one token refresh within five minutes (`cognitoMetadataKeys.enrolment`) may enrol an
   * app. Requires proof of an existing factor, or else a sign-in younger than five minutes or the password. Only for
   * the calling session.
   */
  allowEnrolment: defineEndpoint({
    method: 'POST',
    path: '/mfa/enrolment/key',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.nullish(
      z.strictObject({
        password: z.optional(ExistingPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' }))),
      }),
    ),
    reply: z.object({ until: IsoInstant, key: z.string() }),
    audit: 'MFA_ENROLMENT_ALLOWED',
    refusals: ['password-wrong', 'password-required', 'sign-in-stale'],
  }),
  /**
   * Needs a token with permission to enrol (`allowEnrolment`). The new secret takes effect once a code of it is
   * confirmed; until then an existing factor stays valid.
   */
  enrol: defineEndpoint({
    method: 'POST',
    path: '/mfa/enrolment',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: z.object({ id: z.string(), secret: z.string(), uri: z.string(), friendlyName: z.string() }),
    audit: 'MFA_ENROLMENT_STARTED',
    refusals: [],
  }),
  /** Activates the enrolled secret. The recovery codes are shown only here. */
  confirm: defineEndpoint({
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
  prove: defineEndpoint({
    method: 'POST',
    path: '/mfa/proof',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.union([z.strictObject({ code: TotpCode }), z.strictObject({ recoveryCode: RecoveryCode })]),
    reply: z.object({ success: z.literal(true), provenAt: IsoInstant, recoveryCodesLeft: z.int() }),
    audit: 'MFA_VERIFIED',
    refusals: ['mfa-not-enrolled', 'code-invalid', 'code-used'],
  }),
  disable: defineEndpoint({
    method: 'DELETE',
    path: '/mfa',
    allow: roles,
    opens: 'nothing',
    assurance: 'fresh',
    reply: z.object({ disabled: z.literal(true) }),
    audit: 'MFA_DISABLED',
    refusals: ['mfa-not-enrolled'],
  }),
  renewRecoveryCodes: defineEndpoint({
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
   * For Cognito's request of the app's code at sign-in: exchanges a recovery code for the app's current and next code,
   * with which the page answers. Checked only after Cognito has accepted the password; issues no token.
   */
  recover: defineEndpoint({
    method: 'POST',
    path: '/mfa/recovery',
    allow: 'everyone',
    body: z.strictObject({
      email: Email,
      password: ExistingPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' })),
      recoveryCode: RecoveryCode,
      browsers: z.optional(KnownBrowserTokens),
      link: z.optional(SecretToken),
    }),
    reply: z.object({ codes: z.array(z.string().check(z.regex(/^\d{6}$/))).check(z.length(2)) }),
    audit: 'RECOVERY_CODE_USED',
    refusals: ['code-invalid'],
  }),
}

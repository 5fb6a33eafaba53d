import * as z from 'zod/mini'
import { accountSignInEndpoints } from './account-sign-in.ts'
import { defineEndpoint, roles } from './endpoint.ts'
import { ExistingPassword, ValidPassword } from './password.ts'
import { CompleteRegistration, SignUpInput } from './sign-up.ts'
import { CustomerId, Email, IsoInstant, UserId } from './value-schemas.ts'

export const SignedInAccount = z.object({
  userId: UserId,
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  customerId: z.nullable(CustomerId),
  emailVerifiedAt: z.nullable(IsoInstant),
  mfaEnabled: z.boolean(),
  origin: z.enum(['password', 'google']),
  assured: z.boolean(),
})
export type SignedInAccount = z.infer<typeof SignedInAccount>

export const SignInSession = z.object({
  sessionId: z.string(),
  /** Browser and system from the user agent: 'Chrome en Windows'. */
  device: z.string(),
  address: z.string(),
  origin: z.enum(['password', 'google']),
  signedInAt: IsoInstant,
  lastSeenAt: IsoInstant,
  current: z.boolean(),
})
export type SignInSession = z.infer<typeof SignInSession>

/** The current password may be older than the present rules; the new one has to meet them all. */
const ChangePassword = z.strictObject({
  previousPassword: ExistingPassword.check(z.minLength(1, { error: 'Escribe tu contraseña actual' })),
  newPassword: ValidPassword,
})

const MailedProof = z.string().check(z.regex(/^[\w-]{43}$/))
const SignUpToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const account = {
  ...accountSignInEndpoints,
  /**
   * Creates an account with an unverified address, replacing an earlier unverified one. An address with an account gets
   * the same reply, and its owner a mail; a purchase is told so. With `token`, which this browser keeps, the mailed
   * link alone verifies.
   */
  signUp: defineEndpoint({
    method: 'POST',
    path: '/account/sign-up',
    allow: 'everyone',
    body: SignUpInput,
    reply: z.object({ token: SignUpToken, verified: z.boolean() }),
    audit: 'EXISTING_OWNER_MAILED',
    refusals: ['email-taken', 'too-young'],
  }),
  /**
   * Verifies the address with the mailed link and either the token of the browser that signed up or the password.
   * Without either it replies `password-needed`, without an account `choose-password`, and changes nothing.
   */
  verifyAddress: defineEndpoint({
    method: 'POST',
    path: '/account/verify-address',
    allow: 'everyone',
    body: z.strictObject({
      email: Email,
      proof: MailedProof,
      token: z.optional(SignUpToken),
      password: z.optional(ExistingPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' }))),
    }),
    reply: z.object({ state: z.enum(['verified', 'password-needed', 'choose-password']) }),
    audit: 'none',
    refusals: ['link-invalid', 'password-wrong', 'changed-meanwhile'],
  }),
  /**
   * Mails a new link to an unverified address only. Content and delay of the reply are the same for every address.
   * `reset`: the person asked for a new password, which Cognito mails to verified addresses only, and to nobody who was
   * invited and has chosen none: they get the invitation again once its link has expired.
   */
  mailVerification: defineEndpoint({
    method: 'POST',
    path: '/account/verification-mail',
    allow: 'everyone',
    body: z.strictObject({ email: Email, reset: z._default(z.boolean(), false) }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'none',
    refusals: [],
  }),
  /** Verifies with the same link and a new password: the earlier unverified account and its password are discarded. */
  chooseFirstPassword: defineEndpoint({
    method: 'POST',
    path: '/account/first-password',
    allow: 'everyone',
    body: z.strictObject({ email: Email, proof: MailedProof, password: ValidPassword }),
    reply: z.object({ chosen: z.literal(true) }),
    audit: 'none',
    refusals: ['link-invalid', 'changed-meanwhile'],
  }),
  /** The first request of a new account, usually this one, creates its profile: the sign-up writes none. */
  session: defineEndpoint({
    method: 'GET',
    path: '/account/session',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: SignedInAccount,
    audit: 'ACCOUNT_CONFIRMED',
    refusals: [],
  }),
  /**
   * auth-register-oauth: completes the registration of a Google user without a profile, or of an invited client. The
   * account comes from the caller's token, the email address from the stored account; only the name can be corrected.
   */
  completeRegistration: defineEndpoint({
    method: 'POST',
    path: '/account/registration',
    allow: roles,
    opens: 'nothing',
    assurance: 'registering',
    body: CompleteRegistration,
    reply: SignedInAccount,
    audit: 'ACCOUNT_CREATED',
    refusals: ['already-registered', 'email-unverified', 'too-young'],
  }),
  readRegistration: defineEndpoint({
    method: 'GET',
    path: '/account/registration',
    allow: roles,
    opens: 'nothing',
    assurance: 'registering',
    reply: z.object({
      registered: z.boolean(),
      origin: z.enum(['password', 'google']),
      email: z.string(),
      emailVerified: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
    }),
    audit: 'none',
    refusals: [],
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/account/sessions',
    allow: roles,
    opens: 'nothing',
    reply: z.object({ items: z.array(SignInSession) }),
    audit: 'none',
    refusals: [],
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    allow: roles,
    opens: 'nothing',
    params: z.object({ sessionId: z.uuid() }),
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSION_ENDED',
    refusals: [],
  }),
  signOut: defineEndpoint({
    method: 'DELETE',
    path: '/account/session',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSION_ENDED',
    refusals: [],
  }),
  endOtherSessions: defineEndpoint({
    method: 'POST',
    path: '/account/sessions/end-others',
    allow: roles,
    opens: 'nothing',
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSIONS_ENDED',
    refusals: [],
  }),
  /**
   * Ends every session at Cognito; the page has to sign in again. Here the calling session stays valid until its access
   * token expires.
   */
  changePassword: defineEndpoint({
    method: 'POST',
    path: '/account/password',
    allow: roles,
    opens: 'nothing',
    body: ChangePassword,
    reply: z.object({ changed: z.literal(true) }),
    audit: 'PASSWORD_CHANGED',
    refusals: ['password-wrong'],
  }),
}

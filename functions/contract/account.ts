import * as z from 'zod/mini'
import { accountSettings } from './account-settings.ts'
import { accountSignIn } from './account-sign-in.ts'
import { endpoint, roles } from './endpoint.ts'
import { AnyPassword, Password } from './password.ts'
import { CompleteRegistration, SignUp } from './sign-up.ts'
import { CustomerId, Email, Instant, UserId } from './values.ts'

/** Who is signed in, as the server knows it at this moment. */
export const AccountSession = z.object({
  userId: UserId,
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  customerId: z.nullable(CustomerId),
  emailVerifiedAt: z.nullable(Instant),
  mfaEnabled: z.boolean(),
  /** How this session signed in. */
  origin: z.enum(['password', 'google']),
  /** True when this session may use everything its role allows; false while a second factor is missing or unproven. */
  assured: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

/** A place where the account is signed in. */
export const SignInSession = z.object({
  sessionId: z.string(),
  /** Browser and system as far as they say, for example 'Chrome en Windows'. */
  device: z.string(),
  address: z.string(),
  origin: z.enum(['password', 'google']),
  signedInAt: Instant,
  lastSeenAt: Instant,
  /** Whether this is the session that asks. */
  current: z.boolean(),
})
export type SignInSession = z.infer<typeof SignInSession>

/** The present password is whatever it was when it was chosen; the new one holds every rule. */
const ChangePassword = z.strictObject({
  previousPassword: AnyPassword.check(z.minLength(1, { error: 'Escribe tu contraseña actual' })),
  newPassword: Password,
})

/** What a mailed link carries that proves an address, and the token of the browser that signed up. */
const MailedProof = z.string().check(z.regex(/^[\w-]{43}$/))
const SignUpToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const account = {
  ...accountSettings,
  ...accountSignIn,
  /**
   * Makes an account whose address is yet to be proven, in place of one that nobody has proven. A registration with an
   * address that has an account is answered like any other, and its owner gets a mail; a purchase is told. `token` is for
   * this browser to keep: with it the mailed link is enough.
   */
  signUp: endpoint({
    method: 'POST',
    path: '/account/sign-up',
    allow: 'everyone',
    body: SignUp,
    reply: z.object({ token: SignUpToken, verified: z.boolean() }),
    audit: 'EXISTING_OWNER_MAILED',
    refusals: ['email-taken', 'too-young'],
  }),
  /**
   * The link of a verification mail: proves the address together with the token of the browser that signed up, or with
   * the password. Without either it says what is missing and changes nothing.
   */
  verifyAddress: endpoint({
    method: 'POST',
    path: '/account/verify-address',
    allow: 'everyone',
    body: z.strictObject({
      email: Email,
      proof: MailedProof,
      token: z.optional(SignUpToken),
      password: z.optional(AnyPassword.check(z.minLength(1, { error: 'Escribe tu contraseña' }))),
    }),
    reply: z.object({ state: z.enum(['verified', 'password-needed', 'choose-password']) }),
    audit: 'none',
    refusals: ['link-invalid', 'password-wrong', 'changed-meanwhile'],
  }),
  /**
   * Has a new link mailed to an address that waits to be proven, or tells the owner of an account that there is one. The
   * same answer whatever the address is. `reset`: a new password was asked for, which Cognito mails to proven ones alone.
   */
  mailVerification: endpoint({
    method: 'POST',
    path: '/account/verification-mail',
    allow: 'everyone',
    body: z.strictObject({ email: Email, reset: z._default(z.boolean(), false) }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'none',
    refusals: [],
  }),
  /** The same link with a password that is chosen now: whatever account the address had is thrown away with its password. */
  chooseFirstPassword: endpoint({
    method: 'POST',
    path: '/account/first-password',
    allow: 'everyone',
    body: z.strictObject({ email: Email, proof: MailedProof, password: Password }),
    reply: z.object({ chosen: z.literal(true) }),
    audit: 'none',
    refusals: ['link-invalid', 'changed-meanwhile'],
  }),
  /** The caller's role and assurance. Makes the profile when the sign-up's own writing of it failed. */
  session: endpoint({
    method: 'GET',
    path: '/account/session',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: AccountSession,
    audit: 'ACCOUNT_CONFIRMED',
    refusals: [],
  }),
  /**
   * auth-register-oauth: completes the registration of whoever came by Google and has no profile, or was invited as a
   * client. The caller's own token says whose; name and address are what is known unless the person corrects the name.
   */
  completeRegistration: endpoint({
    method: 'POST',
    path: '/account/registration',
    allow: roles,
    opens: 'nothing',
    assurance: 'registering',
    body: CompleteRegistration,
    reply: AccountSession,
    audit: 'ACCOUNT_CREATED',
    refusals: ['already-registered', 'email-unverified', 'too-young'],
  }),
  /** What is known of somebody whose registration is to be completed: what the consent step shows. */
  readRegistration: endpoint({
    method: 'GET',
    path: '/account/registration',
    allow: roles,
    opens: 'nothing',
    assurance: 'registering',
    reply: z.object({
      registered: z.boolean(),
      /** How this session signed in. */
      origin: z.enum(['password', 'google']),
      email: z.string(),
      emailVerified: z.boolean(),
      firstName: z.string(),
      lastName: z.string(),
    }),
    audit: 'none',
    refusals: [],
  }),
  /** Where the account is signed in, the latest seen first. */
  listSessions: endpoint({
    method: 'GET',
    path: '/account/sessions',
    allow: roles,
    opens: 'nothing',
    reply: z.object({ items: z.array(SignInSession) }),
    audit: 'none',
    refusals: [],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    allow: roles,
    opens: 'nothing',
    params: z.object({ sessionId: z.uuid() }),
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSION_ENDED',
    refusals: [],
  }),
  /** Ends the session that asks, so that its access token is of no use from the next request on. */
  signOut: endpoint({
    method: 'DELETE',
    path: '/account/session',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSION_ENDED',
    refusals: [],
  }),
  /** Signs the account out everywhere but here. */
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/account/sessions/end-others',
    allow: roles,
    opens: 'nothing',
    reply: z.object({ ended: z.literal(true) }),
    audit: 'SESSIONS_ENDED',
    refusals: [],
  }),
  /**
   * A new password in place of the present one. Ends every session: at Cognito all of them, so that the page signs in
   * anew, and here all but the one that asks, which goes on until its access token ends.
   */
  changePassword: endpoint({
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

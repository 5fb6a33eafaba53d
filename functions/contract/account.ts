import * as z from 'zod'
import { accountSettings } from './account-settings.ts'
import { endpoint, roles } from './endpoint.ts'
import { Password } from './password.ts'
import { CompleteRegistration } from './sign-up.ts'
import { CustomerId, Email, Instant, UserId } from './values.ts'

/** Who is signed in, as the server knows it at this moment. */
export const AccountSession = z.object({
  userId: UserId,
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  customerId: CustomerId.nullable(),
  emailVerifiedAt: Instant.nullable(),
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
  previousPassword: z.string().min(1, { error: 'Escribe tu contraseña actual' }).max(256),
  newPassword: Password,
})

/** What a page saw of a sign-in. */
const SignInStage = z.enum(['password', 'code-asked', 'code'])
export type SignInStage = z.infer<typeof SignInStage>

export const account = {
  ...accountSettings,
  /** The caller's role and assurance. Makes the profile when the sign-up's own writing of it failed. */
  session: endpoint({
    method: 'GET',
    path: '/account/session',
    allow: roles,
    assurance: 'enrolling',
    reply: AccountSession,
    audit: 'ACCOUNT_CONFIRMED',
    refusals: [],
  }),
  /** Somebody tried to sign up with an address that has an account: its owner gets a mail, the caller learns nothing. */
  mailExistingOwner: endpoint({
    method: 'POST',
    path: '/account/existing-owner',
    allow: 'everyone',
    body: z.strictObject({ email: Email, product: z.literal('primera-consulta').optional() }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'EXISTING_OWNER_MAILED',
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
    reply: z.object({ items: z.array(SignInSession) }),
    audit: 'none',
    refusals: [],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/account/sessions/{sessionId}',
    allow: roles,
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
    body: ChangePassword,
    reply: z.object({ changed: z.literal(true) }),
    audit: 'PASSWORD_CHANGED',
    refusals: ['password-wrong'],
  }),
  /**
   * Writes down where the caller is, for five minutes, and names what was written. The page hands the ticket to Cognito
   * (`clientMetadata.ticket`), whose triggers learn from it the address and the program of whoever signs in. Whoever
   * has none signs in all the same.
   */
  issueTicket: endpoint({
    method: 'POST',
    path: '/account/visit-ticket',
    allow: 'everyone',
    reply: z.object({ ticket: z.string() }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * The page tells of a sign-in what Cognito's triggers are not told: that the password was wrong (the attempt has failed
   * now and not only at the next one), that a code is asked for, or that a code was wrong.
   */
  reportFailedSignIn: endpoint({
    method: 'POST',
    path: '/account/failed-sign-in',
    allow: 'everyone',
    body: z.strictObject({ email: Email, stage: SignInStage.default('password') }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'LOGIN_FAILED',
    refusals: [],
  }),
}

import * as z from 'zod/mini'
import { endpoint, roles } from './endpoint.ts'
import { Line } from './text.ts'
import { Email, KnownBrowsers, SecretToken } from './values.ts'

/** What a page saw of a sign-in. */
const SignInStage = z.enum(['password', 'code-asked', 'code'])
export type SignInStage = z.infer<typeof SignInStage>

/** What a page asks of us while somebody signs in at Cognito. */
export const accountSignIn = {
  /**
   * Writes down where the caller is, for five minutes, and names what was written. The page hands the ticket to Cognito
   * (`clientMetadata.ticket`), whose triggers learn from it the address and the program of whoever signs in. Whoever
   * has none signs in all the same. With the token of a browser that has signed in before, or of a link from a mail
   * (for signing in, of the last day, or for a new password, of the last hour), what strangers failed at does not count.
   */
  issueTicket: endpoint({
    method: 'POST',
    path: '/account/visit-ticket',
    allow: 'everyone',
    body: z.nullish(z.strictObject({ browsers: z.optional(KnownBrowsers), link: z.optional(SecretToken) })),
    /** `strongPasswords`: whether a password that is chosen next has to be more than the pool demands. */
    reply: z.object({ ticket: z.string(), strongPasswords: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Knows this browser again at the next sign-in: gives it a token, or `null` when one of those that it has is this
   * account's already.
   */
  keepBrowser: endpoint({
    method: 'POST',
    path: '/account/known-browser',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.strictObject({ browsers: KnownBrowsers }),
    reply: z.object({ browser: z.nullable(z.string()) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Mails the owner of an address a link with which to try their password although others have failed too often: three a
   * day, each for 24 hours, so that whoever is mailed no other has one that works.
   */
  mailSignInLink: endpoint({
    method: 'POST',
    path: '/account/sign-in-link',
    allow: 'everyone',
    body: z.strictObject({ email: Email }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'SIGN_IN_LINK_MAILED',
    refusals: [],
  }),
  /**
   * Whether the link of a recovery mail still lets its reader choose a password: refused once it was used, replaced or is
   * older than an hour. Asking uses nothing up. The token travels in the body: addresses end up in logs.
   */
  checkResetLink: endpoint({
    method: 'POST',
    path: '/account/reset-link',
    allow: 'everyone',
    body: z.strictObject({ token: SecretToken }),
    reply: z.object({ works: z.literal(true), strongPasswords: z.boolean() }),
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /**
   * The page tells of a sign-in what Cognito's triggers are not told: that the password was wrong (the attempt has failed
   * now and not only when it is given up), that a code is asked for, or that a code was wrong. It is believed of the
   * attempt that was begun with this ticket.
   */
  reportFailedSignIn: endpoint({
    method: 'POST',
    path: '/account/failed-sign-in',
    allow: 'everyone',
    body: z.strictObject({ ticket: Line.check(z.maxLength(80)), stage: z._default(SignInStage, 'password') }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'LOGIN_FAILED',
    refusals: [],
  }),
}

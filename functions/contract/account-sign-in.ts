import * as z from 'zod/mini'
import { defineEndpoint, roles } from './endpoint.ts'
import { SingleLineText } from './text-schemas.ts'
import { Email, KnownBrowserTokens, SecretToken } from './value-schemas.ts'

const ReportedSignInStage = z.enum(['password', 'code-asked', 'code'])
export type ReportedSignInStage = z.infer<typeof ReportedSignInStage>

export const accountSignInEndpoints = {
  /**
   * Stores network and browser of the caller for five minutes and returns a ticket. The page passes it to Cognito
   * (`cognitoMetadataKeys.ticket`) for the triggers; signing in works without it. With the token of a known browser or
   * of a mailed link (sign-in: up to a day old; new password: an hour; invitation: a week), failed attempts by
   * strangers do not count.
   */
  issueTicket: defineEndpoint({
    method: 'POST',
    path: '/account/visit-ticket',
    allow: 'everyone',
    body: z.nullish(z.strictObject({ browsers: z.optional(KnownBrowserTokens), link: z.optional(SecretToken) })),
    /** `strongPasswords`: whether a new password has to meet more than the user pool's policy. */
    reply: z.object({ ticket: z.string(), strongPasswords: z.boolean() }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Gives this browser a token that identifies it at the next sign-in; `null` when it already has one for this account.
   */
  keepBrowser: defineEndpoint({
    method: 'POST',
    path: '/account/known-browser',
    allow: roles,
    opens: 'nothing',
    assurance: 'enrolling',
    body: z.strictObject({ browsers: KnownBrowserTokens }),
    reply: z.object({ browser: z.nullable(z.string()) }),
    audit: 'none',
    refusals: [],
  }),
  /**
   * Mails a link for signing in although strangers have failed too often. Three mails a day, each link valid for 24
   * hours, so that one link works after the last mail.
   */
  mailSignInLink: defineEndpoint({
    method: 'POST',
    path: '/account/sign-in-link',
    allow: 'everyone',
    body: z.strictObject({ email: Email }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'SIGN_IN_LINK_MAILED',
    refusals: [],
  }),
  /**
   * Refused when the link was used, replaced or is older than an hour. The check does not use the link up. The token
   * travels in the body because URLs end up in logs.
   */
  checkResetLink: defineEndpoint({
    method: 'POST',
    path: '/account/reset-link',
    allow: 'everyone',
    body: z.strictObject({ token: SecretToken }),
    reply: z.object({ works: z.literal(true), strongPasswords: z.boolean() }),
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /**
   * Reports failures for which Cognito calls no trigger: a wrong password (at once, not only when the attempt is
   * abandoned), a requested code, a wrong code. Accepted only for the attempt started with this ticket.
   */
  reportFailedSignIn: defineEndpoint({
    method: 'POST',
    path: '/account/failed-sign-in',
    allow: 'everyone',
    body: z.strictObject({
      ticket: SingleLineText.check(z.maxLength(80)),
      stage: z._default(ReportedSignInStage, 'password'),
    }),
    reply: z.object({ accepted: z.literal(true) }),
    audit: 'LOGIN_FAILED',
    refusals: [],
  }),
}

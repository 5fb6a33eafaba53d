/**
 * Metadata keys that Cognito passes to our triggers, from the browser or our server. Callers can forge them: `ticket`
 * and `enrolment` only name something stored by the server, `flow` only decides whether a sign-up needs a birth date.
 */
export const cognitoMetadataKeys = {
  ticket: 'visit_ticket',
  /** Key of `mfa.allowEnrolment`: the requested tokens may enrol an authenticator app. */
  enrolment: 'mfa_enrolment',
  flow: 'flow',
} as const

/** The purchase form asks for no birth date, so the age of such an account is unknown. */
export const PURCHASE_SIGN_UP_FLOW = 'purchase'

/** Thrown by our trigger after too many mails: Cognito then sends none, and its error message contains this text. */
export const TOO_MANY_MAILS_ERROR = 'too-many-mails'

/**
 * Metadata keys that the browser passes to Cognito for our triggers. Callers can forge them, so each value is only the
 * id of something stored by the server.
 */
export const cognitoMetadataKeys = {
  ticket: 'visit_ticket',
  /** Key of `mfa.allowEnrolment`: the requested tokens may enrol an authenticator app. */
  enrolment: 'mfa_enrolment',
  flow: 'flow',
} as const

/** The purchase form asks for no birth date, so the age of such an account is unknown. */
export const PURCHASE_SIGN_UP_FLOW = 'purchase'

/** Error of our trigger after too many mails: Cognito then sends none and passes the code to the page. */
export const TOO_MANY_MAILS_ERROR = 'too-many-mails'

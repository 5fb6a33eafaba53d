/**
 * Keys of the metadata that the browser passes to Cognito for our triggers. Callers can forge it, so each value is only
 * the id of something our server has stored.
 */
export const cognitoMetadataKeys = {
  ticket: 'visit_ticket',
  /** Key of `mfa.allowEnrolment`: the requested tokens may enrol an authenticator app. */
  enrolment: 'mfa_enrolment',
  flow: 'flow',
} as const

/** The purchase form asks for no birth date, so the age of such an account is unknown. */
export const PURCHASE_SIGN_UP_FLOW = 'purchase'

/** Thrown by our trigger when too many mails were sent: Cognito then sends none and passes this code on. */
export const TOO_MANY_MAILS_ERROR = 'too-many-mails'

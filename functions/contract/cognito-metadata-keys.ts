/** Callers can forge them, so each value is only the id of something stored by the server. */
export const cognitoMetadataKeys = {
  ticket: 'visit_ticket',
  enrolment: 'mfa_enrolment',
  flow: 'flow',
} as const

export const PURCHASE_SIGN_UP_FLOW = 'purchase'

/** Error of our trigger after too many mails: Cognito then sends none and passes the code to the page. */
export const TOO_MANY_MAILS_ERROR = 'too-many-mails'

/**
 * What the browser gives Cognito for our triggers to read. Whoever calls Cognito writes it as they please, so each is
 * only the name of something that our server has written down.
 */
export const clientMetadata = {
  /** A ticket of `account.issueTicket`: where the call comes from. */
  ticket: 'visit_ticket',
  /** The key of `mfa.allowEnrolment`: these new tokens are for enrolling an authenticator app. */
  enrolment: 'mfa_enrolment',
  /** Which form signs up: `purchaseFlow`, or any other. */
  flow: 'flow',
} as const

/** The purchase asks for no birth date; whoever signs up by it has an account of unknown age. */
export const purchaseFlow = 'purchase'

/** What our trigger throws in place of a mail that is one too many: Cognito sends none then, and hands the word on. */
export const TOO_MANY_MAILS = 'too-many-mails'

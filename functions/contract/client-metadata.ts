/**
 * What the browser gives Cognito for our triggers to read. Whoever calls Cognito writes it as they please, so each is
 * only the name of something that our server has written down.
 */
export const clientMetadata = {
  /** A ticket of `account.issueTicket`: where the call comes from. */
  ticket: 'visit_ticket',
  /** The key of `mfa.replace`: these new tokens are for enrolling another app. */
  replacement: 'mfa_replacement',
} as const

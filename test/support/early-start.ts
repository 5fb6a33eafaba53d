/** The two consents for an hour within the withdrawal period. */
export const bothConsents = { expressRequest: true, acknowledgement: true } as const

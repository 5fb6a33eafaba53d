/** What a client ticks who chooses an hour within the 14 days in which the purchase can be withdrawn from. */
export const bothConsents = { expressRequest: true, acknowledgement: true } as const

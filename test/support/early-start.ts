export const bothConsents = { expressRequest: true, acknowledgement: true } as const

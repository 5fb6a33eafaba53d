/**
 * What Cognito tells in words alone: it wraps what a trigger of ours throws into the message of an exception of its own
 * (`PreAuthentication failed with error <code>.`), and names several causes alike. Its messages are read here and nowhere
 * else; everything else is decided by the names of its exceptions.
 */

/** The code that a trigger of ours threw, or else the message as it is. */
export const triggerCode = (message: string): string =>
  message.replace(/^\w+ failed with error /, '').replace(/\.$/, '')

/** Too many wrong passwords, by Cognito's own count: a `NotAuthorizedException` like a single one. */
export const tellsAttemptsExceeded = (message: string): boolean => /attempts exceeded/i.test(message)

/** The address of an account is proven already: a `NotAuthorizedException` too. */
export const tellsConfirmed = (message: string): boolean => /current status is confirmed/i.test(message)

/** The challenge of a sign-in has ended, or was never begun: a `NotAuthorizedException` too. */
export const tellsSessionEnded = (message: string): boolean => /session|expired/i.test(message)

/** Of an `ExpiredCodeException`: an authenticator's code that was typed before, and not one that is too old. */
export const tellsCodeUsed = (message: string): boolean => /already been used/i.test(message)

/** What comes back from Google in an address: the first sign-in after an account was linked; the second succeeds. */
export const tellsJustLinked = (description: string): boolean => description.includes('Already found an entry')

/** Which of these codes a trigger of ours gave, somewhere in what comes back from Google in an address. */
export const codeToldIn = <Code extends string>(description: string, codes: readonly Code[]): Code | undefined =>
  codes.find((code) => description.includes(code))

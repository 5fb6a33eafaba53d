/**
 * What Cognito tells only in message texts: it wraps an error of our triggers into its own (`PreAuthentication failed
 * with error <code>.`) and uses one exception for several causes. Messages are parsed only in this file; everything
 * else relies on exception names.
 */

export const extractTriggerErrorCode = (message: string): string =>
  message.replace(/^\w+ failed with error /, '').replace(/\.$/, '')

/** Cognito's own limit of wrong passwords: a `NotAuthorizedException`, like a single wrong one. */
export const isAttemptsExceededMessage = (message: string): boolean => /attempts exceeded/i.test(message)

export const isAlreadyConfirmedMessage = (message: string): boolean => /current status is confirmed/i.test(message)

export const isChallengeExpiredMessage = (message: string): boolean => /session|expired/i.test(message)

/** Distinguishes an authenticator code that was used before from an expired one; both are an `ExpiredCodeException`. */
export const isCodeAlreadyUsedMessage = (message: string): boolean => /already been used/i.test(message)

/** The error in Google's return URL for the first sign-in after an account was linked; the second sign-in succeeds. */
export const isAccountJustLinkedMessage = (description: string): boolean =>
  description.includes('Already found an entry')

export const findTriggerErrorCode = <Code extends string>(
  description: string,
  codes: readonly Code[],
): Code | undefined => codes.find((code) => description.includes(code))

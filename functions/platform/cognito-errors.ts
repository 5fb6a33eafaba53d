import { NotAuthorizedException, UserLambdaValidationException } from '@aws-sdk/client-cognito-identity-provider'

/*
 * Facts that Cognito states only in messages: it wraps errors thrown by our triggers, and has no error name for its own
 * limit of failures. Messages are parsed only here.
 */

/** Thrown by one of our triggers: `PreAuthentication failed with error <code>.` */
export function parseTriggerErrorCode(error: unknown): string | undefined {
  if (!(error instanceof UserLambdaValidationException)) return undefined
  return /^\w+ failed with error (.*?)\.?$/.exec(error.message)?.[1]
}

/** Cognito's own limit of wrong passwords has the same exception as a single wrong one. */
export const isPasswordAttemptsExceeded = (error: unknown): boolean =>
  error instanceof NotAuthorizedException && /attempts exceeded/i.test(error.message)

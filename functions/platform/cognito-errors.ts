import { NotAuthorizedException, UserLambdaValidationException } from '@aws-sdk/client-cognito-identity-provider'

/*
 * What Cognito tells in words alone: it wraps what a trigger of ours throws into the message of an exception of its own, and
 * has no name for its count of failures being full. Its messages are read here and nowhere else.
 */

/** Thrown by one of our triggers: `PreAuthentication failed with error <code>.` */
export function parseTriggerErrorCode(error: unknown): string | undefined {
  if (!(error instanceof UserLambdaValidationException)) return undefined
  return /^\w+ failed with error (.*?)\.?$/.exec(error.message)?.[1]
}

/** Cognito's own limit of wrong passwords has the same exception as a single wrong one. */
export const isPasswordAttemptsExceeded = (error: unknown): boolean =>
  error instanceof NotAuthorizedException && /attempts exceeded/i.test(error.message)

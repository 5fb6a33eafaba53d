import { TOO_MANY_MAILS_ERROR } from '#contract/cognito-metadata-keys'
import {
  isAttemptsExceededMessage,
  isCodeAlreadyUsedMessage,
  isAlreadyConfirmedMessage,
  isChallengeExpiredMessage,
  extractTriggerErrorCode,
} from './cognito-messages.ts'

export type AuthErrorCode =
  | 'credentials'
  | 'unconfirmed'
  | 'code-wrong'
  | 'code-used'
  | 'code-expired'
  | 'challenge-expired'
  | 'too-many-attempts'
  | 'too-many-mails'
  | 'codes-exhausted'
  | 'account-exists'
  | 'already-confirmed'
  | 'password-weak'
  | 'unreachable'
  | 'busy'
  | 'other'

/** `message` comes from Cognito and must not be shown to users. */
export class AuthError extends Error {
  readonly code: AuthErrorCode

  constructor(code: AuthErrorCode, message: string) {
    super(message)
    this.name = 'AuthError'
    this.code = code
  }
}

const codeOfName: Readonly<Record<string, AuthErrorCode>> = {
  UserNotFoundException: 'credentials',
  UserNotConfirmedException: 'unconfirmed',
  CodeMismatchException: 'code-wrong',
  EnableSoftwareTokenMFAException: 'code-wrong',
  UsernameExistsException: 'account-exists',
  AliasExistsException: 'account-exists',
  InvalidPasswordException: 'password-weak',
  LimitExceededException: 'too-many-attempts',
  TooManyRequestsException: 'too-many-attempts',
  TooManyFailedAttemptsException: 'too-many-attempts',
  // The user pool's web ACL blocks by rate only.
  ForbiddenException: 'too-many-attempts',
  // A trigger could not run for lack of Lambda concurrency.
  UnexpectedLambdaException: 'busy',
  NetworkError: 'unreachable',
  TypeError: 'unreachable',
}

function codeOfRefusal(message: string): AuthErrorCode {
  if (isAlreadyConfirmedMessage(message)) return 'already-confirmed'
  if (isChallengeExpiredMessage(message)) return 'challenge-expired'
  return 'credentials'
}

function codeOf({ name, message }: Error): AuthErrorCode {
  const thrown = extractTriggerErrorCode(message)
  if (thrown === 'too-many-attempts' || isAttemptsExceededMessage(message)) return 'too-many-attempts'
  if (thrown === TOO_MANY_MAILS_ERROR) return 'too-many-mails'
  if (name === 'NotAuthorizedException') return codeOfRefusal(message)
  if (name === 'ExpiredCodeException') return isCodeAlreadyUsedMessage(message) ? 'code-used' : 'code-expired'
  return codeOfName[name] ?? 'other'
}

export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  return error instanceof Error
    ? new AuthError(codeOf(error), extractTriggerErrorCode(error.message))
    : new AuthError('other', '')
}

export async function rethrowAsAuthError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw toAuthError(error)
  }
}

import { TOO_MANY_MAILS } from '#contract/client-metadata'
import {
  tellsAttemptsExceeded,
  tellsCodeUsed,
  tellsConfirmed,
  tellsSessionEnded,
  triggerCode,
} from './cognito-messages.ts'

/** Why Cognito said no, in words of the product. */
export type AuthProblemCode =
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
  | 'other'

/** A sign-in, sign-up or reset that failed. `message` is what the service said, for nobody to read on a screen. */
export class AuthProblem extends Error {
  readonly code: AuthProblemCode

  constructor(code: AuthProblemCode, message: string) {
    super(message)
    this.name = 'AuthProblem'
    this.code = code
  }
}

const codeOfName: Readonly<Record<string, AuthProblemCode>> = {
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
  NetworkError: 'unreachable',
  TypeError: 'unreachable',
}

function codeOfRefusal(message: string): AuthProblemCode {
  if (tellsConfirmed(message)) return 'already-confirmed'
  if (tellsSessionEnded(message)) return 'challenge-expired'
  return 'credentials'
}

function codeOf({ name, message }: Error): AuthProblemCode {
  const thrown = triggerCode(message)
  if (thrown === 'too-many-attempts' || tellsAttemptsExceeded(message)) return 'too-many-attempts'
  if (thrown === TOO_MANY_MAILS) return 'too-many-mails'
  if (name === 'NotAuthorizedException') return codeOfRefusal(message)
  if (name === 'ExpiredCodeException') return tellsCodeUsed(message) ? 'code-used' : 'code-expired'
  return codeOfName[name] ?? 'other'
}

/** Reads whatever Amplify threw. */
export function authProblem(error: unknown): AuthProblem {
  if (error instanceof AuthProblem) return error
  return error instanceof Error
    ? new AuthProblem(codeOf(error), triggerCode(error.message))
    : new AuthProblem('other', '')
}

/** Runs what asks Cognito; whatever fails is an AuthProblem. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw authProblem(error)
  }
}

import type { ReportedSignInStage } from '#contract/account-sign-in'
import { apiContract } from '#contract/api'
import { cognitoSignUpAttributes } from '#contract/sign-up'
import { loadAmplify, setSessionPersistence } from './amplify.ts'
import { rethrowAsAuthError, toAuthError } from './auth-error.ts'
import { callApi } from './call-api.ts'
import { clearStoredTokens, isSessionPersistent } from './session-storage.ts'
import { REFRESH_LOCK } from './session-refresh.ts'
import { sessionRenewal } from './session-renewal.ts'
import { registerKnownBrowser } from './known-browsers.ts'
import {
  collectKnownVisitorTokens,
  requestCognitoCallerTicket,
  setKnownVisitorLink,
  toAmplifyTicketOptions,
  requestAmplifyTicketOptions,
} from './auth-ticket.ts'

export type SignInStep = 'done' | 'totp' | 'new-password' | 'unconfirmed' | 'reset-password' | 'unknown'

const steps: Readonly<Record<string, SignInStep>> = {
  DONE: 'done',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_UP: 'unconfirmed',
  RESET_PASSWORD: 'reset-password',
}

const stepOf = ({ nextStep }: { nextStep: { signInStep: string } }): SignInStep =>
  steps[nextStep.signInStep] ?? 'unknown'

export interface SignInCredentials {
  readonly email: string
  readonly password: string
  /** False: the session ends with the tab. */
  readonly keep: boolean
}

interface Attempt {
  readonly ticket: string | undefined
  readonly email: string
  readonly password: string
}
let attempt: Attempt | undefined

const ended = (step: SignInStep): SignInStep => {
  if (step !== 'done') return step
  attempt = undefined
  sessionRenewal.end()
  void registerKnownBrowser()
  return step
}

const refreshMs = 5000

/** Tokens of the previous user that arrive after the sign-in would overwrite the new ones. */
async function waitForRunningRefresh(): Promise<void> {
  if (!('locks' in navigator)) return
  const signal = AbortSignal.timeout(refreshMs)
  await navigator.locks.request(REFRESH_LOCK, { signal }, () => undefined).catch(() => undefined)
}

export const startSignIn = ({ email, password, keep }: SignInCredentials): Promise<SignInStep> =>
  rethrowAsAuthError(async () => {
    const [ticket] = await Promise.all([
      requestCognitoCallerTicket(),
      setSessionPersistence(keep),
      waitForRunningRefresh(),
    ])
    attempt = { ticket, email, password }
    const { signIn, signOut } = await loadAmplify()
    const proof = { username: email, password, ...toAmplifyTicketOptions(ticket) }
    try {
      return ended(stepOf(await signIn(proof)))
    } catch (error) {
      if ((error as Error).name !== 'UserAlreadyAuthenticatedException') throw error
      // Tokens that the API no longer accepts are still stored.
      await signOut()
      return ended(stepOf(await signIn(proof)))
    }
  })

export interface FullName {
  readonly firstName: string
  readonly lastName: string
}

/**
 * Answers the challenge after the password: an authenticator code, or a new password together with
 * the name of an invited user.
 */
export const answerSignInChallenge = (answer: string, name?: FullName): Promise<SignInStep> =>
  rethrowAsAuthError(async () => {
    const { confirmSignIn } = await loadAmplify()
    const { clientMetadata } = toAmplifyTicketOptions(attempt?.ticket).options ?? {}
    const userAttributes = name && {
      [cognitoSignUpAttributes.firstName]: name.firstName,
      [cognitoSignUpAttributes.lastName]: name.lastName,
    }
    const options = { ...(clientMetadata && { clientMetadata }), ...(userAttributes && { userAttributes }) }
    return ended(
      stepOf(
        await confirmSignIn({
          challengeResponse: answer,
          ...(Object.keys(options).length > 0 && { options }),
        }),
      ),
    )
  })

/**
 * Our server exchanges the recovery code for the current and the next authenticator code; the next one is needed if the
 * first was used already. It checks the recovery code only after the password.
 * @throws {AuthError | ApiError | ApiUnreachableError}
 */
export async function signInWithRecoveryCode(email: string, recoveryCode: string): Promise<SignInStep> {
  const password = attempt?.email === email ? attempt.password : ''
  const { codes } = await callApi(apiContract.mfa.recover, {
    body: { email, password, recoveryCode, ...collectKnownVisitorTokens() },
  })
  const [present = '', next = ''] = codes
  try {
    return await answerSignInChallenge(present)
  } catch (error) {
    if (toAuthError(error).code !== 'code-used') throw error
    return answerSignInChallenge(next)
  }
}

/** Our server does not learn of it from Cognito. Not awaited. */
export function reportFailedSignInStage(stage: ReportedSignInStage): void {
  const ticket = attempt?.ticket
  if (ticket !== undefined)
    void callApi(apiContract.account.reportFailedSignIn, { body: { ticket, stage } }).catch(() => undefined)
}

export const requestSignInUnlockLink = async (email: string): Promise<void> => {
  await callApi(apiContract.account.mailSignInLink, { body: { email } })
}

/** Does not reveal whether the account exists. */
export const requestPasswordReset = (email: string): Promise<void> =>
  rethrowAsAuthError(async () => {
    const { resetPassword } = await loadAmplify()
    // Cognito sends no reset mail to unverified addresses; our server does.
    const unproven = callApi(apiContract.account.mailVerification, { body: { email, reset: true } }).catch(
      () => undefined,
    )
    await Promise.all([resetPassword({ username: email }), unproven])
  }).catch((error: unknown) => {
    // Shows nothing, as for an unknown address: the limit must not reveal the account.
    if (toAuthError(error).code !== 'too-many-mails') throw error
  })

interface NewPassword {
  readonly email: string
  readonly code: string
  readonly token?: string | undefined
  readonly password: string
}

export const resetPasswordWithCode = (given: NewPassword): Promise<void> =>
  rethrowAsAuthError(async () => {
    const [options, { confirmResetPassword }] = await Promise.all([requestAmplifyTicketOptions(), loadAmplify()])
    const proof = { username: given.email, confirmationCode: given.code }
    await confirmResetPassword({ ...proof, newPassword: given.password, ...options })
    setKnownVisitorLink(given.token)
  })

/**
 * Cognito ends every session with the change, including this one; a new session of the same
 * persistence is started. If it needs a code that is not entered, end it with `clearAuthSession`.
 * @throws {ApiError | ApiUnreachableError} when the password was not changed
 */
export async function changePassword(given: {
  email: string
  current: string
  password: string
}): Promise<SignInStep | 'signed-out'> {
  const { email, current, password } = given
  sessionRenewal.begin()
  try {
    await callApi(apiContract.account.changePassword, { body: { previousPassword: current, newPassword: password } })
  } catch (error) {
    sessionRenewal.end()
    throw error
  }
  await callApi(apiContract.account.signOut, {}).catch(() => undefined)
  return signInAfterPasswordChange(email, password)
}

export function signInAfterPasswordChange(email: string, password: string): Promise<SignInStep | 'signed-out'> {
  const keep = isSessionPersistent()
  sessionRenewal.begin()
  clearStoredTokens()
  return startSignIn({ email, password, keep }).catch(() => 'signed-out' as const)
}

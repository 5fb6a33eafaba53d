import type { SignInStage } from '#contract/account-sign-in'
import { api } from '#contract/api'
import { signUpAttributes } from '#contract/sign-up'
import { amplify, keepSession } from './amplify.ts'
import { withAuthErrors, toAuthError } from './auth-error.ts'
import { call } from './call.ts'
import { clearTokens, isSessionPersistent } from './session-storage.ts'
import { rememberBrowser } from './known-browsers.ts'
import { credentialsOfVisit, issueTicket, setRecoveryLink, optionsWith, withTicket } from './visit-ticket.ts'

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

export interface Credentials {
  readonly email: string
  readonly password: string
  /** False: the session ends with the browser window. */
  readonly keep: boolean
}

/** The running sign-in: its reports carry its ticket, and a recovery code is sent with its password. */
interface Attempt {
  readonly ticket: string | undefined
  readonly email: string
  readonly password: string
}
let attempt: Attempt | undefined

const ended = (step: SignInStep): SignInStep => {
  if (step !== 'done') return step
  attempt = undefined
  void rememberBrowser()
  return step
}

/** @throws {AuthError} */
export const startSignIn = ({ email, password, keep }: Credentials): Promise<SignInStep> =>
  withAuthErrors(async () => {
    const [ticket] = await Promise.all([issueTicket(), keepSession(keep)])
    attempt = { ticket, email, password }
    const { signIn, signOut } = await amplify()
    const proof = { username: email, password, ...optionsWith(ticket) }
    try {
      return ended(stepOf(await signIn(proof)))
    } catch (error) {
      if ((error as Error).name !== 'UserAlreadyAuthenticatedException') throw error
      // Tokens that the API no longer takes are still in the storage.
      await signOut()
      return ended(stepOf(await signIn(proof)))
    }
  })

export interface FullName {
  readonly firstName: string
  readonly lastName: string
}

/**
 * Answers the challenge after the password: an authenticator code, or a new password together with the name of an
 * invited user.
 * @throws {AuthError}
 */
export const answerChallenge = (answer: string, name?: FullName): Promise<SignInStep> =>
  withAuthErrors(async () => {
    const { confirmSignIn } = await amplify()
    const { clientMetadata } = optionsWith(attempt?.ticket).options ?? {}
    const userAttributes = name && {
      [signUpAttributes.firstName]: name.firstName,
      [signUpAttributes.lastName]: name.lastName,
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
 * Our server exchanges the recovery code for the current and the next authenticator code; the next one serves when the
 * first was used already. It checks the recovery code only after the password.
 * @throws {AuthError | ApiError | UnreachableError}
 */
export async function answerWithRecoveryCode(email: string, recoveryCode: string): Promise<SignInStep> {
  const password = attempt?.email === email ? attempt.password : ''
  const { codes } = await call(api.mfa.recover, { body: { email, password, recoveryCode, ...credentialsOfVisit() } })
  const [present = '', next = ''] = codes
  try {
    return await answerChallenge(present)
  } catch (error) {
    if (toAuthError(error).code !== 'code-used') throw error
    return answerChallenge(next)
  }
}

/** Reports the stage to the server, which does not learn it from Cognito. Never awaited by the user. */
export function reportSignIn(stage: SignInStage): void {
  const ticket = attempt?.ticket
  if (ticket !== undefined)
    void call(api.account.reportFailedSignIn, { body: { ticket, stage } }).catch(() => undefined)
}

/** Mails a link that allows a sign-in despite too many failed attempts. */
export const requestSignInLink = async (email: string): Promise<void> => {
  await call(api.account.mailSignInLink, { body: { email } })
}

/**
 * Mails a reset code. Does not reveal whether the account exists.
 * @throws {AuthError}
 */
export const requestPasswordReset = (email: string): Promise<void> =>
  withAuthErrors(async () => {
    const { resetPassword } = await amplify()
    // Cognito mails nobody whose address is yet to be proven; our server does.
    const unproven = call(api.account.mailVerification, { body: { email, reset: true } }).catch(() => undefined)
    await Promise.all([resetPassword({ username: email }), unproven])
  }).catch((error: unknown) => {
    // An address that has had its mails of the day is answered like one that nobody has: with nothing.
    if (toAuthError(error).code !== 'too-many-mails') throw error
  })

interface NewPassword {
  readonly email: string
  readonly code: string
  readonly token?: string | undefined
  readonly password: string
}

/** @throws {AuthError} */
export const setNewPassword = (given: NewPassword): Promise<void> =>
  withAuthErrors(async () => {
    const [options, { confirmResetPassword }] = await Promise.all([withTicket(), amplify()])
    const proof = { username: given.email, confirmationCode: given.code }
    await confirmResetPassword({ ...proof, newPassword: given.password, ...options })
    setRecoveryLink(given.token)
  })

/**
 * Cognito ends every session with the change, this one too; a new session with the same persistence is started here.
 * @returns what the new sign-in still needs
 * @throws {ApiError | UnreachableError} when the password was not changed
 */
export async function changePassword(given: {
  email: string
  current: string
  password: string
}): Promise<SignInStep | 'signed-out'> {
  const { email, current, password } = given
  await call(api.account.changePassword, { body: { previousPassword: current, newPassword: password } })
  await call(api.account.signOut, {}).catch(() => undefined)
  return signInAgain(email, password)
}

export function signInAgain(email: string, password: string): Promise<SignInStep | 'signed-out'> {
  const keep = isSessionPersistent()
  clearTokens()
  return startSignIn({ email, password, keep }).catch(() => 'signed-out' as const)
}

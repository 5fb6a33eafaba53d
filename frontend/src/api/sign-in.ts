import type { SignInStage } from '#contract/account-sign-in'
import { api } from '#contract/api'
import { signUpAttributes } from '#contract/sign-up'
import { amplify, keepSession } from './amplify.ts'
import { withAuthErrors, toAuthError } from './auth-error.ts'
import { call } from './call.ts'
import { clearTokens, isSessionPersistent } from './session-storage.ts'
import { rememberBrowser } from './known-browsers.ts'
import { credentialsOfVisit, issueTicket, setRecoveryLink, optionsWith, withTicket } from './visit-ticket.ts'

/** What stands between a person and their session. */
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

/** The attempt that is under way: what belongs to it is said with its ticket, and a recovery code with its password. */
interface Attempt {
  readonly ticket: string | undefined
  readonly email: string
  readonly password: string
}
let attempt: Attempt | undefined

/** Nothing of an attempt is kept once it is over. */
const ended = (step: SignInStep): SignInStep => {
  if (step !== 'done') return step
  attempt = undefined
  void rememberBrowser()
  return step
}

/**
 * Proves the password.
 * @throws {AuthError}
 */
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

/** What somebody who was invited is called. */
export interface FullName {
  readonly firstName: string
  readonly lastName: string
}

/**
 * Answers what the pool asked for after the password: a code of the authenticator app, or a new password, with the name
 * of whoever was invited.
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
 * Answers the pool with a recovery code: our server exchanges it for the code that the lost app would show now, and for
 * the next one, which serves when the first was used already. It looks at it only after the password was right.
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

/** Tells the server how far the attempt came, which Cognito does not tell it. Nobody waits for this. */
export function reportSignIn(stage: SignInStage): void {
  const ticket = attempt?.ticket
  if (ticket !== undefined)
    void call(api.account.reportFailedSignIn, { body: { ticket, stage } }).catch(() => undefined)
}

/** Asks for a mail with a link that lets its reader try although too many attempts have failed. */
export const requestSignInLink = async (email: string): Promise<void> => {
  await call(api.account.mailSignInLink, { body: { email } })
}

/**
 * Mails a code for a new password. Says nothing about whether the account exists.
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
  /** Of the link that the code came with. */
  readonly token?: string | undefined
  readonly password: string
}

/**
 * Sets a new password with the mailed code.
 * @throws {AuthError}
 */
export const setNewPassword = (given: NewPassword): Promise<void> =>
  withAuthErrors(async () => {
    const [options, { confirmResetPassword }] = await Promise.all([withTicket(), amplify()])
    const proof = { username: given.email, confirmationCode: given.code }
    await confirmResetPassword({ ...proof, newPassword: given.password, ...options })
    setRecoveryLink(given.token)
  })

/**
 * Changes the password of whoever is signed in. Cognito has then ended every session, this one too, and the new password
 * begins another here, kept as this one was; the answer says what it still needs.
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

/** Signs in with a password that has just been set, where the session from before it has ended; kept as that one was. */
export function signInAgain(email: string, password: string): Promise<SignInStep | 'signed-out'> {
  const keep = isSessionPersistent()
  clearTokens()
  return startSignIn({ email, password, keep }).catch(() => 'signed-out' as const)
}

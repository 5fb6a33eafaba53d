import type { SignInStage } from '#contract/account'
import { api } from '#contract/api'
import { signUpAttributes } from '#contract/sign-up'
import { amplify, keepSession } from './amplify.ts'
import { asking, authProblem } from './auth-problem.ts'
import { call } from './call.ts'
import { eraseTokens, sessionIsKept } from './session-storage.ts'
import { withTicket } from './visit-ticket.ts'

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

/**
 * Proves the password.
 * @throws {AuthProblem}
 */
export const startSignIn = ({ email, password, keep }: Credentials): Promise<SignInStep> =>
  asking(async () => {
    const [options] = await Promise.all([withTicket(), keepSession(keep)])
    const { signIn, signOut } = await amplify()
    const proof = { username: email, password, ...options }
    try {
      return stepOf(await signIn(proof))
    } catch (error) {
      if ((error as Error).name !== 'UserAlreadyAuthenticatedException') throw error
      // Tokens that the API no longer takes are still in the storage.
      await signOut()
      return stepOf(await signIn(proof))
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
 * @throws {AuthProblem}
 */
export const answerChallenge = (answer: string, name?: FullName): Promise<SignInStep> =>
  asking(async () => {
    const { confirmSignIn } = await amplify()
    return stepOf(
      await confirmSignIn({
        challengeResponse: answer,
        ...(name && {
          options: {
            userAttributes: {
              [signUpAttributes.firstName]: name.firstName,
              [signUpAttributes.lastName]: name.lastName,
            },
          },
        }),
      }),
    )
  })

/**
 * Answers the pool with a recovery code: our server exchanges it for the code that the lost app would show now, and for
 * the next one, which serves when the first was used already.
 * @throws {AuthProblem | Refused | Unreachable}
 */
export async function answerWithRecoveryCode(email: string, recoveryCode: string): Promise<SignInStep> {
  const { codes } = await call(api.mfa.recover, { body: { email, recoveryCode } })
  const [present = '', next = ''] = codes
  try {
    return await answerChallenge(present)
  } catch (error) {
    if (authProblem(error).code !== 'code-used') throw error
    return answerChallenge(next)
  }
}

/** Tells the server how far a sign-in came, which Cognito does not tell it. Nobody waits for this. */
export const reportSignIn = (email: string, stage: SignInStage): void =>
  void call(api.account.reportFailedSignIn, { body: { email, stage } }).catch(() => undefined)

/**
 * Mails a code for a new password. Says nothing about whether the account exists.
 * @throws {AuthProblem}
 */
export const requestPasswordReset = (email: string): Promise<void> =>
  asking(async () => {
    const { resetPassword } = await amplify()
    await resetPassword({ username: email })
  })

/**
 * Sets a new password with the mailed code.
 * @throws {AuthProblem}
 */
export const setNewPassword = (given: { email: string; code: string; password: string }): Promise<void> =>
  asking(async () => {
    const [options, { confirmResetPassword }] = await Promise.all([withTicket(), amplify()])
    const proof = { username: given.email, confirmationCode: given.code }
    await confirmResetPassword({ ...proof, newPassword: given.password, ...options })
  })

/**
 * Changes the password of whoever is signed in. Cognito has then ended every session, this one too, and the new password
 * begins another here, kept as this one was; the answer says what it still needs.
 * @throws {Refused | Unreachable} when the password was not changed
 */
export async function changePassword(given: {
  email: string
  current: string
  password: string
}): Promise<SignInStep | 'signed-out'> {
  const { email, current, password } = given
  await call(api.account.changePassword, { body: { previousPassword: current, newPassword: password } })
  await call(api.account.signOut, {}).catch(() => undefined)
  return signInAnew(email, password)
}

/** Signs in with a password that has just been set, where the session from before it has ended; kept as that one was. */
export function signInAnew(email: string, password: string): Promise<SignInStep | 'signed-out'> {
  const keep = sessionIsKept()
  eraseTokens()
  return startSignIn({ email, password, keep }).catch(() => 'signed-out' as const)
}

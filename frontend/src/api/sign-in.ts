import { amplify, keepSession } from './amplify.ts'
import { asking } from './auth-problem.ts'

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
    await keepSession(keep)
    const { signIn, signOut } = await amplify()
    const proof = { username: email, password }
    try {
      return stepOf(await signIn(proof))
    } catch (error) {
      if ((error as Error).name !== 'UserAlreadyAuthenticatedException') throw error
      // Tokens that the API no longer takes are still in the storage.
      await signOut()
      return stepOf(await signIn(proof))
    }
  })

/**
 * Answers what the pool asked for after the password: a code of the authenticator app, or a new password.
 * @throws {AuthProblem}
 */
export const answerChallenge = (answer: string): Promise<SignInStep> =>
  asking(async () => {
    const { confirmSignIn } = await amplify()
    return stepOf(await confirmSignIn({ challengeResponse: answer }))
  })

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
    const { confirmResetPassword } = await amplify()
    await confirmResetPassword({ username: given.email, confirmationCode: given.code, newPassword: given.password })
  })

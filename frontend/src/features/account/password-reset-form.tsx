import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { AuthError, toAuthError } from '../../api/auth-error.ts'
import { usedPasswordResetLinks } from '../../api/used-password-reset-links.ts'
import { clearAuthSession } from '../../api/auth-session.ts'
import { sessionRenewal } from '../../api/session-renewal.ts'
import { resetPasswordWithCode, signInAfterPasswordChange, type SignInStep } from '../../api/sign-in.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { ExpiredResetLinkScreen } from './reset-link-screens.tsx'
import { SignInCodeStep } from './sign-in-code-step.tsx'
import type { MailedPasswordLink } from './mailed-password-link.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { showPasswordChangedNotice } from './show-password-changed-notice.ts'
import { SignInLinkRequest } from './sign-in-link.tsx'
import { useRenewalEnd } from './use-renewal-end.ts'

export interface PasswordResetFormProps {
  readonly link: MailedPasswordLink
  /** The link's owner is signed in here: the new password ends that session, and a new one is started. */
  readonly signedIn: boolean
}

type Stage = 'password' | 'totp' | 'in' | 'out' | 'used'

/**
 * @returns false when the link is no longer valid
 * @throws AuthError `codes-exhausted`
 */
async function isSet(given: Parameters<typeof resetPasswordWithCode>[0]): Promise<boolean> {
  try {
    await resetPasswordWithCode(given)
    return true
  } catch (error) {
    const { code, message } = toAuthError(error)
    if (code === 'too-many-attempts') throw new AuthError('codes-exhausted', message)
    if (!['code-expired', 'code-wrong'].includes(code)) throw error
    return false
  }
}

export function PasswordResetForm({ link: { email, code, token }, signedIn }: PasswordResetFormProps) {
  const { recheck } = useAuth()
  const [stage, setStage] = useState<Stage>(() => (usedPasswordResetLinks.has(code) ? 'used' : 'password'))
  const [exhausted, setExhausted] = useState(false)
  useRenewalEnd()
  const leave = () => {
    clearAuthSession()
    setStage('out')
  }
  const proceed = async (step: SignInStep | 'signed-out') => {
    if (step === 'totp') return setStage('totp')
    if (step !== 'done') return leave()
    await recheck()
    setStage('in')
  }
  if (stage === 'used') return <ExpiredResetLinkScreen />
  if (stage === 'in') return <Navigate to="/dashboard" replace />
  if (stage === 'out') return <Navigate to="/auth" replace />
  if (stage === 'totp') return <SignInCodeStep email={email} proceed={proceed} back={leave} />
  const save = async ({ password }: { readonly password: string }) => {
    await requireStrongPassword(password, { email })
    if (signedIn) sessionRenewal.begin()
    const done = await isSet({ email, code, token, password }).catch((error: unknown) => {
      sessionRenewal.end()
      setExhausted(toAuthError(error).code === 'codes-exhausted')
      throw error
    })
    usedPasswordResetLinks.add(code)
    if (!done) {
      sessionRenewal.end()
      return setStage('used')
    }
    showPasswordChangedNotice()
    if (signedIn) await proceed(await signInAfterPasswordChange(email, password))
    else setStage('out')
    return undefined
  }
  return (
    <>
      <NewPasswordForm intro="Elige la contraseña con la que entrarás a partir de ahora." save={save} />
      {exhausted && <SignInLinkRequest email={email.toLowerCase()} />}
    </>
  )
}

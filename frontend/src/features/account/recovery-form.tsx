import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { AuthError, toAuthError } from '../../api/auth-error.ts'
import { usedLinks } from '../../api/used-links.ts'
import { clearSession } from '../../api/session.ts'
import { setNewPassword, signInAgain, type SignInStep } from '../../api/sign-in.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { UsedLink } from './checking-link.tsx'
import { CodeStep } from './code-step.tsx'
import type { MailedLink } from './mailed-link.ts'
import { PasswordForm } from './password-form.tsx'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { SignInLink } from './sign-in-link.tsx'

export interface RecoveryFormProps {
  readonly link: MailedLink
  /** Whether the link's owner is signed in here: the new password ends that session, and a new one is started. */
  readonly signedIn: boolean
}

type Stage = 'password' | 'totp' | 'in' | 'out' | 'used'

/**
 * @returns false when the link is no longer valid
 * @throws AuthError `codes-exhausted`
 */
async function isSet(given: Parameters<typeof setNewPassword>[0]): Promise<boolean> {
  try {
    await setNewPassword(given)
    return true
  } catch (error) {
    const { code, message } = toAuthError(error)
    if (code === 'too-many-attempts') throw new AuthError('codes-exhausted', message)
    if (!['code-expired', 'code-wrong'].includes(code)) throw error
    return false
  }
}

export function RecoveryForm({ link: { email, code, token }, signedIn }: RecoveryFormProps) {
  const { recheck } = useAuth()
  const [stage, setStage] = useState<Stage>(() => (usedLinks.has(code) ? 'used' : 'password'))
  const [exhausted, setExhausted] = useState(false)
  const leave = () => {
    clearSession()
    setStage('out')
  }
  const proceed = async (step: SignInStep | 'signed-out') => {
    if (step === 'totp') return setStage('totp')
    if (step !== 'done') return leave()
    await recheck()
    setStage('in')
  }
  if (stage === 'used') return <UsedLink />
  if (stage === 'in') return <Navigate to="/dashboard" replace />
  if (stage === 'out') return <Navigate to="/auth" replace />
  if (stage === 'totp') return <CodeStep email={email} proceed={proceed} back={leave} />
  const save = async ({ password }: { readonly password: string }) => {
    requireStrongPassword(password, { email })
    const done = await isSet({ email, code, token, password }).catch((error: unknown) => {
      setExhausted(toAuthError(error).code === 'codes-exhausted')
      throw error
    })
    usedLinks.add(code)
    if (!done) return setStage('used')
    notifyPasswordChanged()
    if (signedIn) await proceed(await signInAgain(email, password))
    else setStage('out')
    return undefined
  }
  return (
    <>
      <PasswordForm intro="Elige la contraseña con la que entrarás a partir de ahora." save={save} />
      {exhausted && <SignInLink email={email.toLowerCase()} />}
    </>
  )
}

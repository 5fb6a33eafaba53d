import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { forgetSession } from '../../api/session.ts'
import { setNewPassword, signInAnew, type SignInStep } from '../../api/sign-in.ts'
import { CodeStep } from './code-step.tsx'
import type { MailedLink } from './mailed-link.ts'
import { PasswordForm } from './password-form.tsx'
import { sayDone } from './say-done.ts'

export const CheckingLink = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Verificando enlace de recuperación...</h1>
  </div>
)

interface RecoveryFormProps {
  readonly link: MailedLink
  /** Whether the owner of the link is signed in here: the new password has ended that session, and begins another. */
  readonly signedIn: boolean
}

type Stage = 'password' | 'totp' | 'in' | 'out'

/** The link of the recovery mail. */
export function RecoveryForm({ link: { email, code }, signedIn }: RecoveryFormProps) {
  const { recheck } = useAuth()
  const [stage, setStage] = useState<Stage>('password')
  const leave = () => {
    forgetSession()
    setStage('out')
  }
  const proceed = async (step: SignInStep | 'signed-out') => {
    if (step === 'totp') return setStage('totp')
    if (step !== 'done') return leave()
    await recheck()
    setStage('in')
  }
  if (stage === 'in') return <Navigate to="/dashboard" replace />
  if (stage === 'out') return <Navigate to="/auth" replace />
  if (stage === 'totp') return <CodeStep email={email} proceed={proceed} back={leave} />
  return (
    <PasswordForm
      intro="Elige la contraseña con la que entrarás a partir de ahora."
      save={async ({ password }) => {
        await setNewPassword({ email, code, password })
        sayDone()
        if (signedIn) await proceed(await signInAnew(email, password))
        else setStage('out')
      }}
    />
  )
}

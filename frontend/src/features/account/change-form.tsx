import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { clearSession } from '../../api/session.ts'
import { changePassword, type SignInStep } from '../../api/sign-in.ts'
import { homeOf } from '../../api/destinations.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordForm } from './password-form.tsx'
import { notifyPasswordChanged } from './notify-password-changed.ts'

type Stage = 'password' | 'totp' | 'done'

export function ChangeForm() {
  const { account, user, recheck } = useAuth()
  const [stage, setStage] = useState<Stage>('password')
  if (account?.origin === 'google') return <ChangeByMail />

  const proceed = async (step: SignInStep | 'signed-out') => {
    if (step === 'totp') return setStage('totp')
    if (step !== 'done') return clearSession()
    await recheck()
    setStage('done')
  }
  const email = user?.email ?? ''
  if (stage === 'done') return <Navigate to={account ? homeOf(account.role) : '/dashboard'} replace />
  if (stage === 'totp') return <CodeStep email={email} proceed={proceed} back={clearSession} />
  return (
    <PasswordForm
      intro="Después cerraremos tu sesión en los demás dispositivos."
      asksCurrent
      save={async ({ password, current }) => {
        const step = await changePassword({ email, current, password })
        notifyPasswordChanged()
        await proceed(step)
      }}
    />
  )
}

/** An account created by Google may have no known password. */
const ChangeByMail = () => (
  <>
    <h1>Nueva Contraseña</h1>
    <p>Has entrado con Google. Para elegir una contraseña te enviamos un enlace por correo.</p>
    <p>
      <Link to="/reset-password?solicitar=1">Enviarme el enlace</Link>
    </p>
  </>
)

import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { clearAuthSession } from '../../api/auth-session.ts'
import { changePassword, type SignInStep } from '../../api/sign-in.ts'
import { getRoleHomePath } from '../../api/destinations.ts'
import { Link } from '../../ui/link.tsx'
import { SignInCodeStep } from './sign-in-code-step.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { showPasswordChangedNotice } from './show-password-changed-notice.ts'
import { useRenewalEnd } from './use-renewal-end.ts'

type Stage = 'password' | 'totp' | 'done'

export function ChangePasswordForm() {
  const { account, user, recheck } = useAuth()
  const [stage, setStage] = useState<Stage>('password')
  useRenewalEnd()
  if (account?.origin === 'google') return <ChangeByMail />

  const proceed = async (step: SignInStep | 'signed-out') => {
    if (step === 'totp') return setStage('totp')
    if (step !== 'done') return clearAuthSession()
    await recheck()
    setStage('done')
  }
  const email = user?.email ?? ''
  if (stage === 'done') return <Navigate to={account ? getRoleHomePath(account.role) : '/dashboard'} replace />
  if (stage === 'totp') return <SignInCodeStep email={email} proceed={proceed} back={clearAuthSession} />
  return (
    <NewPasswordForm
      intro="Después cerraremos tu sesión en los demás dispositivos."
      asksCurrent
      save={async ({ password, current }) => {
        const step = await changePassword({ email, current, password })
        showPasswordChangedNotice()
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

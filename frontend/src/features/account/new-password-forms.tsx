import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { api } from '#contract/api'
import { announce } from '../../api/auth-events.ts'
import { useAuth } from '../../api/auth.tsx'
import { call } from '../../api/call.ts'
import { passwordRecovery } from '../../api/password-recovery.ts'
import { answerChallenge, changePassword, setNewPassword, startSignIn } from '../../api/sign-in.ts'
import { homeOf } from '../../app/destinations.ts'
import { notify } from '../../ui/notify.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { PasswordForm } from './password-form.tsx'

/** Says that it is done and goes on: to the panel of whoever is signed in, or to sign-in. */
function useDone() {
  const navigate = useNavigate()
  return async (to: string) => {
    passwordRecovery.forget()
    notify.success('Éxito', 'Tu contraseña ha sido actualizada correctamente.')
    await navigate(to, { replace: true })
  }
}

interface Link {
  readonly email: string
  readonly code: string
}

/** The link of the recovery mail. */
export function RecoveryForm({ email, code }: Link) {
  const { user, userRole } = useAuth()
  const done = useDone()
  return (
    <PasswordForm
      intro="Elige la contraseña con la que entrarás a partir de ahora."
      save={async (password) => {
        await setNewPassword({ email, code, password })
        await done(user && userRole ? homeOf(userRole) : '/auth')
      }}
    />
  )
}

export const CheckingLink = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Verificando enlace de recuperación...</h1>
  </div>
)

/** The link of an invitation: its code is a password for once, with which the link is checked at once. */
export function InvitationForm({ email, code }: Link) {
  const { recheck } = useAuth()
  const done = useDone()
  const { data: step, isPending } = useQuery({
    queryKey: ['invitation', email],
    queryFn: () => startSignIn({ email, password: code, keep: false }),
    retry: false,
    staleTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <CheckingLink />
  if (step !== 'new-password') return <InvalidLink />
  return (
    <PasswordForm
      intro="Te damos la bienvenida a Hábitat Interior. Elige la contraseña con la que entrarás."
      save={async (password) => {
        const next = await answerChallenge(password)
        if (next === 'done') await recheck()
        await done(next === 'done' ? '/dashboard' : '/auth')
      }}
    />
  )
}

/** Whoever had the old password may be signed in with it somewhere. */
const endOtherSessions = () =>
  call(api.account.endOtherSessions, {}).catch(() =>
    notify.warning('No hemos podido cerrar tus demás sesiones', 'Ciérralas en los ajustes de tu cuenta.'),
  )

/** Somebody who is signed in changes their password. With a second factor Cognito wants a mailed code for that. */
export function ChangeForm() {
  const { account } = useAuth()
  const done = useDone()
  const [current, setCurrent] = useState('')
  if (account?.mfaEnabled || account?.origin === 'google') return <ChangeByMail />
  return (
    <PasswordForm
      intro="Después cerraremos tu sesión en los demás dispositivos."
      ready={current !== ''}
      save={async (password) => {
        await changePassword({ current, password })
        await endOtherSessions()
        announce('userUpdated')
        await done(account ? homeOf(account.role) : '/auth')
      }}
    >
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        required
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
    </PasswordForm>
  )
}

const ChangeByMail = () => (
  <>
    <h1>Nueva Contraseña</h1>
    <p>
      Tu cuenta está protegida con un segundo paso. Por seguridad, la contraseña se cambia con un enlace que te enviamos
      por email.
    </p>
    <p>
      <Link to="/reset-password?solicitar=1">Enviarme el enlace</Link>
    </p>
  </>
)

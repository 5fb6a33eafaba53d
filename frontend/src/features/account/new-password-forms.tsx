import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../../api/auth.tsx'
import { answerChallenge, setNewPassword, startSignIn } from '../../api/sign-in.ts'
import { homeOf } from '../../app/destinations.ts'
import { InvalidLink } from './invalid-link.tsx'
import { PasswordForm } from './password-form.tsx'
import { useDone } from './use-password-done.ts'

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
      save={async ({ password }) => {
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
      save={async ({ password }) => {
        const next = await answerChallenge(password)
        if (next === 'done') await recheck()
        await done(next === 'done' ? '/dashboard' : '/auth')
      }}
    />
  )
}

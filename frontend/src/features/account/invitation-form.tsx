import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { toAuthError } from '../../api/auth-error.ts'
import { answerChallenge, reportSignIn, startSignIn } from '../../api/sign-in.ts'
import { setRecoveryLink } from '../../api/visit-ticket.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { InvalidLink } from './invalid-link.tsx'
import type { MailedLink } from './mailed-link.ts'
import { isCompleteName, NameFields, trimName } from './name-fields.tsx'
import { PasswordForm } from './password-form.tsx'
import { notifyPasswordChanged } from './notify-password-changed.ts'

/** The code of an invitation is a one-time password: the form signs in with it and sets a new one. */
export function InvitationForm({ link: { email, code, token } }: { readonly link: MailedLink }) {
  const { recheck } = useAuth()
  const navigate = useNavigate()
  const [name, setName] = useState({ firstName: '', lastName: '' })
  const [invalid, setInvalid] = useState(false)
  const begun = useRef(false)
  if (invalid) return <InvalidLink />

  const opens = async () => {
    setRecoveryLink(token)
    try {
      return (await startSignIn({ email, password: code, keep: false })) === 'new-password'
    } catch (error) {
      if (toAuthError(error).code !== 'credentials' && toAuthError(error).code !== 'challenge-expired') throw error
      reportSignIn('password')
      return false
    }
  }
  return (
    <PasswordForm
      intro="Te damos la bienvenida a Hábitat Interior. Dinos cómo te llamas y elige la contraseña con la que entrarás."
      before={<NameFields name={name} onName={setName} />}
      ready={isCompleteName(name)}
      save={async ({ password }) => {
        // Begun once: a sign-in that is not ended counts as a failed one, and a password may be refused more than once.
        if (!begun.current && !(await opens())) return setInvalid(true)
        begun.current = true
        requireStrongPassword(password, { email, ...trimName(name) })
        begun.current = false
        const next = await answerChallenge(password, trimName(name))
        notifyPasswordChanged()
        if (next === 'done') await recheck()
        await navigate(next === 'done' ? '/dashboard' : '/auth', { replace: true })
      }}
    />
  )
}

import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { toAuthError } from '../../api/auth-error.ts'
import { answerSignInChallenge, reportFailedSignInStage, startSignIn } from '../../api/sign-in.ts'
import { setKnownVisitorLink } from '../../api/auth-ticket.ts'
import { requireStrongPassword } from '../../api/strong-passwords.ts'
import { InvalidResetLinkRedirect } from './invalid-reset-link-redirect.tsx'
import type { MailedPasswordLink } from './mailed-password-link.ts'
import { isValidFullName, FullNameFields, trimFullName } from './full-name-fields.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { showPasswordChangedNotice } from './show-password-changed-notice.ts'

/** The code of an invitation is a one-time password: the form signs in with it and sets a new one. */
export function InvitationPasswordForm({ link: { email, code, token } }: { readonly link: MailedPasswordLink }) {
  const { recheck } = useAuth()
  const navigate = useNavigate()
  const [name, setName] = useState({ firstName: '', lastName: '' })
  const [invalid, setInvalid] = useState(false)
  const begun = useRef(false)
  if (invalid) return <InvalidResetLinkRedirect />

  const opens = async () => {
    setKnownVisitorLink(token)
    try {
      return (await startSignIn({ email, password: code, keep: false })) === 'new-password'
    } catch (error) {
      if (toAuthError(error).code !== 'credentials' && toAuthError(error).code !== 'challenge-expired') throw error
      reportFailedSignInStage('password')
      return false
    }
  }
  return (
    <NewPasswordForm
      intro="Te damos la bienvenida a Hábitat Interior. Dinos cómo te llamas y elige la contraseña con la que entrarás."
      before={<FullNameFields name={name} onName={setName} />}
      ready={isValidFullName(name)}
      save={async ({ password }) => {
        // Signs in only once: every unfinished sign-in counts as a failure, and the password may be refused several
        // times.
        if (!begun.current && !(await opens())) return setInvalid(true)
        begun.current = true
        await requireStrongPassword(password, { email, ...trimFullName(name) })
        begun.current = false
        const next = await answerSignInChallenge(password, trimFullName(name))
        showPasswordChangedNotice()
        if (next === 'done') await recheck()
        await navigate(next === 'done' ? '/dashboard' : '/auth', { replace: true })
      }}
    />
  )
}

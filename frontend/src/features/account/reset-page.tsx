import { useEffect, useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { passwordRecovery } from '../../api/password-recovery.ts'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ChangeForm } from './change-form.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { CheckingLink, InvitationForm, RecoveryForm } from './new-password-forms.tsx'
import { RequestResetForm } from './request-reset-form.tsx'

/** The link that led here, read once: its code does not stay in the address. */
function useLink() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const [link] = useState(() => ({
    email: search.get('email'),
    code: search.get('code'),
    invited: search.get('type') === 'invite',
  }))
  useEffect(() => {
    if (link.code) window.history.replaceState(window.history.state, '', pathname)
  }, [link, pathname])
  return link
}

/** Without a link: whoever asks for one, or is signed in. */
function WithoutLink() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const { loading, user } = useAuth()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  if (search.has('solicitar') || passwordRecovery.isMarked() || /type=(recovery|invite)/.test(hash)) {
    return <RequestResetForm />
  }
  if (user) return <ChangeForm />
  if (wasSignedIn) return <Navigate to="/auth" replace />
  return loading ? <CheckingLink /> : <InvalidLink />
}

/** The form that goes with the link, or with its absence. */
function Form() {
  const { email, code, invited } = useLink()
  if (!email || !code) return <WithoutLink />
  return invited ? <InvitationForm email={email} code={code} /> : <RecoveryForm email={email} code={code} />
}

/**
 * `/reset-password`: asks for the mail (`?solicitar=1`), is where its link leads (`?email=…&code=…`) and that of an
 * invitation (`&type=invite`), and lets whoever is signed in change their password.
 */
export const ResetPage = () => (
  <CardPage>
    <PageHead title="Restablecer contraseña" hidden />
    <Form />
  </CardPage>
)

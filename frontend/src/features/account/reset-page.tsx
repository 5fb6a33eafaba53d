import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { passwordRecovery } from '../../api/password-recovery.ts'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ChangeForm } from './change-form.tsx'
import { InvalidLink } from './invalid-link.tsx'
import { InvitationForm } from './invitation-form.tsx'
import { mailedLink, type MailedLink } from './mailed-link.ts'
import { CheckingLink } from './checking-link.tsx'
import { RecoveryLink } from './recovery-link.tsx'
import { RequestResetForm } from './request-reset-form.tsx'
import { OtherAccountQuestion } from './other-account-question.tsx'

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

function WithLink({ link }: { readonly link: MailedLink }) {
  const { session, account, loading } = useAuth()
  const [began, setBegan] = useState(false)
  const [again, setAgain] = useState(false)
  if (!began && loading) return <CheckingLink />
  const own = session !== null && session.email.toLowerCase() === link.email.toLowerCase()
  if (!began && session && (link.invited || !own)) {
    return <OtherAccountQuestion name={account?.displayName ?? session.email} email={session.email} />
  }
  if (!began) {
    setBegan(true)
    setAgain(own)
  }
  return link.invited ? <InvitationForm link={link} /> : <RecoveryLink link={link} signedIn={again} />
}

function Form() {
  const location = useLocation()
  const { link, inAddress } = mailedLink(location)
  if (!link) return <WithoutLink />
  if (inAddress) return <Navigate to={location.pathname} replace state={{ link }} />
  return <WithLink link={link} />
}

/**
 * `/reset-password`: requests the mail (`?solicitar=1`), opens its link (`?email=…&code=…`) or an invitation
 * (`&type=invite`), or changes the password of a signed-in user.
 */
export const ResetPage = () => (
  <CardPage>
    <PageHead title="Restablecer contraseña" hidden />
    <Form />
  </CardPage>
)

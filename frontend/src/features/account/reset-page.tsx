import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { passwordResetFlag } from '../../api/password-reset-flag.ts'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { InvalidResetLinkRedirect } from './invalid-reset-link-redirect.tsx'
import { InvitationPasswordForm } from './invitation-form.tsx'
import { readMailedPasswordLink, type MailedPasswordLink } from './mailed-password-link.ts'
import { ResetLinkCheckingScreen } from './reset-link-screens.tsx'
import { PasswordResetLinkCheck } from './password-reset-link-check.tsx'
import { PasswordResetRequestForm } from './password-reset-request-form.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import './account.css'

function WithoutLink() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const { loading, user } = useAuth()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  if (search.has('solicitar') || passwordResetFlag.isMarked() || /type=(recovery|invite)/.test(hash)) {
    return <PasswordResetRequestForm />
  }
  if (user) return <ChangePasswordForm />
  if (wasSignedIn) return <Navigate to="/auth" replace />
  return loading ? <ResetLinkCheckingScreen /> : <InvalidResetLinkRedirect />
}

function WithLink({ link }: { readonly link: MailedPasswordLink }) {
  const { session, account, loading } = useAuth()
  const [began, setBegan] = useState(false)
  const [again, setAgain] = useState(false)
  if (!began && loading) return <ResetLinkCheckingScreen />
  const own = session !== null && session.email.toLowerCase() === link.email.toLowerCase()
  if (!began && session && (link.invited || !own)) {
    return <OtherAccountSignedInQuestion name={account?.displayName ?? session.email} email={session.email} />
  }
  if (!began) {
    setBegan(true)
    setAgain(own)
  }
  return link.invited ? <InvitationPasswordForm link={link} /> : <PasswordResetLinkCheck link={link} signedIn={again} />
}

function Form() {
  const location = useLocation()
  const { link, inAddress } = readMailedPasswordLink(location)
  const [last, setLast] = useState(link)
  if (link && link.code !== last?.code) setLast(link)
  if (link && inAddress) return <Navigate to={location.pathname} replace state={{ link }} />
  // The skip link adds a history entry without the state.
  const opened = link ?? (location.hash && last)
  return opened ? <WithLink link={opened} /> : <WithoutLink />
}

/**
 * `/reset-password`: requests the mail (`?solicitar=1`), opens its link (`#email=…&code=…`) or an invitation
 * (`&type=invite`), or changes the password of a signed-in user.
 */
export const PasswordResetPage = () => (
  <CardPageLayout>
    <PageHead title="Restablecer contraseña" hidden />
    <Form />
  </CardPageLayout>
)

interface OtherAccountQuestionProps {
  readonly name: string
  readonly email: string
}

function OtherAccountSignedInQuestion({ name, email }: OtherAccountQuestionProps) {
  const { signOut } = useAuth()
  const [leaving, setLeaving] = useState(false)
  const leave = () => {
    setLeaving(true)
    void signOut()
  }
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Has iniciado sesión como {name}
      </h1>
      <p className="card-intro">
        El enlace que has abierto es para elegir la contraseña de una cuenta. Para continuar con él cerraremos la sesión
        de {email} en este navegador.
      </p>
      <div className="step-actions">
        <ButtonLink to="/dashboard" variant="secondary" replace>
          Seguir con mi sesión
        </ButtonLink>
        <Button busy={leaving} busyText="Cerrando sesión..." onClick={leave}>
          Cerrar sesión y continuar
        </Button>
      </div>
    </>
  )
}

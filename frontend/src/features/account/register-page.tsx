import { useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { homeOf } from '../../app/destinations.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RegistrationStep } from './registration-step.tsx'
import { ResendVerification } from './resend-verification.tsx'

const VerifyEmailStep = ({ email }: { readonly email: string }) => (
  <>
    <h1>Verifica tu email</h1>
    <p role="status">
      Hemos enviado un enlace de verificación a <strong>{email}</strong>. Ábrelo para activar tu cuenta; si no lo
      encuentras, mira en la carpeta de correo no deseado.
    </p>
    <ButtonLink to="/auth" className="button-wide">
      Ya he verificado mi email
    </ButtonLink>
    <ResendVerification email={email} text="Reenviar email" />
  </>
)

const CompleteStep = () => (
  <>
    <h1>¡Registro completado!</h1>
    <p role="status">Tu cuenta ya está activa. Inicia sesión para entrar en tu panel.</p>
    <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
  </>
)

type Step = 'register' | 'verify-email' | 'complete'

/** `/register`: the form, then the mail that has to be answered. */
export function RegisterPage() {
  const { user, userRole } = useAuth()
  const { state } = useLocation()
  const unverified = (state as { verifyEmail?: string } | null)?.verifyEmail
  const [email, setEmail] = useState(unverified ?? '')
  const [step, setStep] = useState<Step>(unverified ? 'verify-email' : 'register')
  if (user) return <Navigate to={userRole ? homeOf(userRole) : '/dashboard'} replace />

  const proceed = (address: string, verified: boolean) => {
    setEmail(address)
    setStep(verified ? 'complete' : 'verify-email')
  }
  return (
    <CardPage wide={step === 'register'}>
      <PageHead
        title="Crear una cuenta"
        description="Regístrate en Hábitat Interior para acceder a tu panel de cliente."
        canonicalPath="/register"
      />
      {step === 'register' && <RegistrationStep proceed={proceed} />}
      {step === 'verify-email' && <VerifyEmailStep email={email} />}
      {step === 'complete' && <CompleteStep />}
    </CardPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toErrorMessage } from '../../api/error-message.ts'
import { isEditConflictError, ApiError } from '../../api/api-error.ts'
import { type EmailVerificationLink, verifyEmailAddress } from '../../api/sign-up.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { useMailedLink } from '../../ui/use-mailed-link.ts'
import { EmailVerificationPasswordForm } from './email-verification-password-form.tsx'
import { ResendVerificationButton } from './resend-verification.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import './account.css'

const successMilliseconds = 2000
const failureMilliseconds = 3000

interface Onward {
  readonly to: string
  readonly milliseconds: number
  readonly state: object | null
}

function useRedirect({ to, milliseconds, state }: Onward) {
  const navigate = useNavigate()
  const told = JSON.stringify(state)
  useEffect(() => {
    const next: unknown = JSON.parse(told)
    if (next === null) return undefined
    const timer = setTimeout(() => void navigate(to, { replace: true, state: next }), milliseconds)
    return () => clearTimeout(timer)
  }, [navigate, to, milliseconds, told])
}

const Verifying = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Verificando tu email...</h1>
  </div>
)

function Verified({ email, signedIn }: { readonly email: string; readonly signedIn: boolean }) {
  const state = signedIn ? {} : { verifiedEmail: email }
  useRedirect({ to: '/client', milliseconds: successMilliseconds, state })
  return (
    <>
      <span className="card-mark">
        <CircleCheck size={28} aria-hidden="true" />
      </span>
      <h1>Email verificado exitosamente</h1>
      <p role="status">
        {signedIn
          ? 'Ya estás dentro. Te llevamos a tu panel...'
          : 'Correo verificado. Inicia sesión para entrar en tu panel.'}
      </p>
      <ButtonLink to="/client" state={state}>
        Continuar
      </ButtonLink>
    </>
  )
}

interface NotVerifiedProps {
  readonly text: string
  readonly email?: string
}

function NotVerified({ text, email }: NotVerifiedProps) {
  const [staying, setStaying] = useState(false)
  useRedirect({ to: '/register', milliseconds: failureMilliseconds, state: staying ? null : { verifyEmail: email } })
  return (
    <>
      <span className="card-mark card-mark-problem">
        <CircleX size={28} aria-hidden="true" />
      </span>
      <h1>No hemos podido verificar tu correo</h1>
      <p role="alert">{text}</p>
      <p>Los enlaces caducan y solo sirven una vez.</p>
      {email && <ResendVerificationButton email={email} used={() => setStaying(true)} />}
    </>
  )
}

const Unanswered = ({ text, retry }: { readonly text: string; readonly retry: () => void }) => (
  <>
    <span className="card-mark card-mark-problem">
      <CircleX size={28} aria-hidden="true" />
    </span>
    <h1>No hemos podido verificar tu correo</h1>
    <p role="alert">{text}</p>
    <RetryButton retry={retry} />
  </>
)

const silentText =
  'El servicio no responde en este momento. Comprueba tu conexión e inténtalo de nuevo en unos minutos.'
const failedText = 'Error de verificación – No se pudo verificar tu email. Inténtalo de nuevo.'

function Verification({ link }: { readonly link: EmailVerificationLink }) {
  const { email, proof } = link
  const [proven, setProven] = useState<'signed-in' | 'signed-out'>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify-email', email, proof],
    queryFn: () => verifyEmailAddress(link),
    retry: false,
    staleTime: Infinity,
    refetchOnMount: false,
    retryOnMount: false,
  })
  if (proven || data === 'verified') return <Verified email={email} signedIn={proven === 'signed-in'} />
  if (data)
    return <EmailVerificationPasswordForm link={link} choosing={data === 'choose-password'} proven={setProven} />
  if (isFetching || !error) return <Verifying />
  if (!(error instanceof ApiError)) return <Unanswered text={silentText} retry={() => void refetch()} />
  if (error.code === 'too-many-attempts' || isEditConflictError(error))
    return <Unanswered text={toErrorMessage(error)} retry={() => void refetch()} />
  return <NotVerified text={failedText} email={email} />
}

export function VerifyEmailPage() {
  const link = useMailedLink()
  const email = link.get('email')
  const proof = link.get('proof')
  return (
    <CardPageLayout>
      <PageHead title="Verificación de email" hidden />
      {email && proof && <Verification link={{ email, proof }} />}
      {email && !proof && <NotVerified text={failedText} email={email} />}
      {!email && <NotVerified text="No se pudo obtener la sesión del usuario" />}
    </CardPageLayout>
  )
}

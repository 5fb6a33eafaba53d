import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { authProblem, type AuthProblemCode } from '../../api/auth-problem.ts'
import { verifyEmail } from '../../api/sign-up.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ResendVerification } from './resend-verification.tsx'
import './account.css'

const successMilliseconds = 2000
const failureMilliseconds = 3000

/** Goes on by itself after a while. `email` lets the registration page offer a new mail. */
function useRedirect(to: string, milliseconds: number, email?: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true, state: { verifyEmail: email } }), milliseconds)
    return () => clearTimeout(timer)
  }, [navigate, to, milliseconds, email])
}

const Verifying = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Verificando tu email...</h1>
  </div>
)

const Verified = () => {
  useRedirect('/client', successMilliseconds)
  return (
    <>
      <span className="card-mark">
        <CircleCheck size={28} aria-hidden="true" />
      </span>
      <h1>Email verificado exitosamente</h1>
      <p role="status">Ya puedes entrar en tu panel. Te llevamos allí...</p>
      <ButtonLink to="/client">Continuar</ButtonLink>
    </>
  )
}

interface NotVerifiedProps {
  readonly text: string
  readonly email?: string
}

const NotVerified = ({ text, email }: NotVerifiedProps) => {
  useRedirect('/register', failureMilliseconds, email)
  return (
    <>
      <span className="card-mark card-mark-problem">
        <CircleX size={28} aria-hidden="true" />
      </span>
      <h1>No se ha verificado el email</h1>
      <p role="alert">{text}</p>
      <p>Los enlaces caducan y solo sirven una vez.</p>
      {email && <ResendVerification email={email} />}
    </>
  )
}

/** Nothing is known about the link, so nothing is said about it and nobody is sent away. */
const Unanswered = ({ text, retry }: { readonly text: string; readonly retry: () => void }) => (
  <>
    <span className="card-mark card-mark-problem">
      <CircleX size={28} aria-hidden="true" />
    </span>
    <h1>Todavía no hemos podido verificar tu email</h1>
    <p role="alert">{text}</p>
    <Button onClick={retry}>Reintentar</Button>
  </>
)

const unansweredText: Partial<Record<AuthProblemCode, string>> = {
  unreachable: 'El servicio no responde en este momento. Comprueba tu conexión e inténtalo de nuevo en unos minutos.',
  'too-many-attempts': 'Demasiados intentos. Espera un momento antes de intentar de nuevo.',
}

function Verification({ email, code }: { readonly email: string; readonly code: string }) {
  const { status, error, isFetching, refetch } = useQuery({
    queryKey: ['verify-email', email, code],
    queryFn: () => verifyEmail(email, code),
    retry: false,
    staleTime: Infinity,
    retryOnMount: false,
  })
  if (status === 'success') return <Verified />
  if (isFetching || !error) return <Verifying />
  const text = unansweredText[authProblem(error).code]
  if (text) return <Unanswered text={text} retry={() => void refetch()} />
  return <NotVerified text="Error de verificación – No se pudo verificar tu email. Inténtalo de nuevo." email={email} />
}

/** `/auth/callback`: where the link of the verification mail leads. */
export function VerifyPage() {
  const [search] = useSearchParams()
  const email = search.get('email')
  const code = search.get('code')
  return (
    <CardPage>
      <PageHead title="Verificación de email" hidden />
      {email && code ? (
        <Verification email={email} code={code} />
      ) : (
        <NotVerified text="No se pudo obtener la sesión del usuario" />
      )}
    </CardPage>
  )
}

import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { emitAuthEvent } from '../api/auth-events.ts'
import { useAuth } from '../api/auth.tsx'
import { signOutBrowser } from '../api/sign-out.ts'
import { RegistrationFormStep, type NewAccountCredentials } from '../features/account/registration-step.tsx'
import { isToJoin, useWantedPath, withWantedPath } from '../features/account/use-wanted-path.ts'
import { CardPageLayout } from '../ui/card-page-layout.tsx'
import { focusOnMount } from '../ui/focus.ts'
import { lazy } from '../ui/lazy.tsx'
import { showNotice } from '../ui/show-notice.ts'
import { PageHead } from '../ui/page-head.ts'
import { getRoleHomePath } from '../api/destinations.ts'

/* The code of a later step is preloaded during the one before; loading and failure are shown in the page's place. */
const RegistrationCompletion = lazy(async () => ({
  default: (await import('../features/account/registration-completion.tsx')).RegistrationCompletion,
}))
const VerifyEmailStep = lazy(async () => ({
  default: (await import('../features/account/verify-email-step.tsx')).VerifyEmailStep,
}))
const MfaSetup = lazy(async () => ({ default: (await import('../features/mfa/mfa-setup.tsx')).MfaSetup }))

const preloadVerification = () => void VerifyEmailStep.load().catch(() => undefined)

function usePreloadOfMfaSetup(isNext: boolean): void {
  useEffect(() => {
    if (isNext) MfaSetup.load().catch(() => undefined)
  }, [isNext])
}

type Step = 'register' | 'oauth-consent' | 'verify-email' | 'mfa-setup' | 'complete'

const completeMilliseconds = 2000

function CompleteStep() {
  const { pending, recheck } = useAuth()
  const navigate = useNavigate()
  const wanted = useWantedPath()
  // Until the server has confirmed the factor, every page would redirect to the set-up.
  const isPending = pending !== null
  useEffect(() => {
    const goOn = () => void (isPending ? recheck() : navigate(wanted ?? '/dashboard', { replace: true }))
    const timer = setInterval(goOn, completeMilliseconds)
    return () => clearInterval(timer)
  }, [navigate, wanted, isPending, recheck])
  return (
    <>
      <span className="card-mark">
        <CircleCheck size={28} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1} ref={focusOnMount}>
        ¡Registro completado!
      </h1>
      <p role="status">
        Tu cuenta ya está activa. Te llevamos a {isToJoin(wanted) ? 'tu videollamada' : 'tu panel'}...
      </p>
    </>
  )
}

interface MfaStepProps {
  readonly complete: () => void
}

/**
 * Required after Google, optional after a password. Declining the required one ends the session, but keeps what waits in
 * this browser to be sent: its owner has not been let in yet.
 */
function MfaStep({ complete }: MfaStepProps) {
  const { account, pending } = useAuth()
  const navigate = useNavigate()
  const wanted = useWantedPath()
  // The value at mount: completing the set-up here must not remove the recovery codes from the screen.
  const [enrolledBefore] = useState(account?.mfaEnabled ?? false)
  const signIn = withWantedPath('/auth', wanted)
  if (enrolledBefore) return <Navigate to={signIn} replace />
  const decline = async () => {
    if (pending) await signOutBrowser()
    await navigate(signIn, { replace: true })
  }
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        Configura la verificación en dos pasos
      </h1>
      <p className="card-intro">Tu cuenta guardará datos de salud: protégela con la verificación en dos pasos.</p>
      {!pending && (
        <p>Es opcional: si prefieres dejarlo para otro momento, cancela y actívala cuando quieras en Ajustes.</p>
      )}
      <MfaSetup
        cancel={() => void decline()}
        complete={() => {
          emitAuthEvent('mfaVerified')
          complete()
        }}
      />
    </>
  )
}

function useFirstStep(): { first: Step; unverified: string | undefined } {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const unverified = (state as { verifyEmail?: string } | null)?.verifyEmail
  if (search.get('step') === 'mfa-setup') return { first: 'mfa-setup', unverified }
  if (search.get('oauth') === 'google' || search.get('step') === 'consent')
    return { first: 'oauth-consent', unverified }
  return { first: unverified ? 'verify-email' : 'register', unverified }
}

/** A new URL restarts the registration, unless a later step was reached since. */
function useRegistration() {
  const { first, unverified } = useFirstStep()
  const [reached, setReached] = useState<Step>()
  const [made, setMade] = useState<NewAccountCredentials>()
  return { step: reached ?? first, reach: setReached, email: made?.email ?? unverified ?? '', made, setMade }
}

interface EarlyStepsProps {
  readonly registration: ReturnType<typeof useRegistration>
  readonly atGoogle: () => void
}

function EarlySteps({ registration: { step, reach, email, made, setMade }, atGoogle }: EarlyStepsProps) {
  const navigate = useNavigate()
  const here = withWantedPath('/register', useWantedPath())
  const proceed = (account: NewAccountCredentials, verified: boolean) => {
    setMade(account)
    if (verified) reach('complete')
    // In the history state, step and address survive a reload: phones discard the page while the user reads the mail.
    else void navigate(here, { replace: true, state: { verifyEmail: account.email } })
  }
  const correct = () => {
    setMade(undefined)
    void navigate(here, { replace: true, state: null })
  }
  usePreloadOfMfaSetup(step === 'oauth-consent' || step === 'verify-email')
  return (
    <>
      {step === 'register' && (
        <RegistrationFormStep atGoogle={atGoogle} proceed={proceed} onSend={preloadVerification} />
      )}
      {step === 'oauth-consent' && (
        <RegistrationCompletion complete={() => reach('mfa-setup')} cancel={() => reach(undefined)} />
      )}
      {step === 'verify-email' && (
        <VerifyEmailStep
          email={email}
          password={made?.password}
          correct={correct}
          signedIn={() => reach('mfa-setup')}
        />
      )}
    </>
  )
}

export function RegisterPage() {
  const { user, userRole, loading } = useAuth()
  const registration = useRegistration()
  const { step, reach } = registration
  const [away, setAway] = useState(false)
  const wanted = useWantedPath()
  if (user && step === 'register' && !away)
    return <Navigate to={wanted ?? (userRole ? getRoleHomePath(userRole) : '/dashboard')} replace />

  const finish = () => {
    showNotice.success('¡Registro completado!')
    reach('complete')
  }
  return (
    <CardPageLayout wide={step === 'register' || step === 'oauth-consent'}>
      <PageHead page="/register" />
      <EarlySteps registration={registration} atGoogle={() => setAway(true)} />
      {step === 'mfa-setup' && !loading && <MfaStep complete={finish} />}
      {step === 'complete' && <CompleteStep />}
    </CardPageLayout>
  )
}

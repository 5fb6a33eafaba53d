import { useMemo, useState } from 'react'
import { Navigate, type NavigateProps, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth, type PendingAuthStep } from '../../api/auth.tsx'
import type { SignInStep } from '../../api/sign-in.ts'
import { getRoleHomePath } from '../../api/destinations.ts'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { SignInCredentialsStep } from './credentials-step.tsx'
import { googleRegistrationIntent } from './google-intent.ts'
import { isToJoin, useWantedPath } from './use-wanted-path.ts'

/* Steps that few sign-ins reach. The code step is loaded while the password is being checked. */
const ClosedAccountNotice = lazy(async () => ({ default: (await import('./closed-account.tsx')).ClosedAccountNotice }))
const GoogleSignInReturn = lazy(async () => ({ default: (await import('./google-return.tsx')).GoogleSignInReturn }))
const InvitedUserPasswordStep = lazy(async () => ({
  default: (await import('./invited-user-password-step.tsx')).InvitedUserPasswordStep,
}))
const MfaStepUpForm = lazy(async () => ({ default: (await import('./mfa-step-up-form.tsx')).MfaStepUpForm }))
const SignInCodeStep = lazy(async () => ({ default: (await import('./sign-in-code-step.tsx')).SignInCodeStep }))

const preloadCodeStep = () => void SignInCodeStep.load().catch(() => undefined)

type Stage = 'credentials' | 'totp' | 'new-password'

function useDestination(): string {
  const { userRole } = useAuth()
  return useWantedPath() ?? (userRole ? getRoleHomePath(userRole) : '/dashboard')
}

function toPurpose(destination: string): string | undefined {
  const how = 'entra, o crea tu cuenta con el correo en el que recibiste el enlace'
  if (isToJoin(destination)) return `Para unirte a tu videollamada, ${how}.`
  return destination.startsWith('/client?tab=consultations') ? `Para ver y cambiar tus consultas, ${how}.` : undefined
}

interface Before {
  readonly verifiedEmail?: string
  /** The session ended without a sign-out. */
  readonly ended?: boolean
}

function useBefore(): Before {
  const { state } = useLocation()
  return (state as Before | null) ?? {}
}

function SignIn({ atGoogle }: { readonly atGoogle: (away: boolean) => void }) {
  const { recheck, closed } = useAuth()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>('credentials')
  const [email, setEmail] = useState('')
  const [notice, setNotice] = useState<string>()
  const before = useBefore()
  // The closed account that the user chose not to reactivate.
  const [left, setLeft] = useState<string | null>(null)

  const proceed = async (step: SignInStep, address = email) => {
    setNotice(undefined)
    setEmail(address)
    atGoogle(false)
    if (step === 'done') {
      setLeft(null)
      await recheck()
    }
    if (step === 'totp' || step === 'new-password') setStage(step)
    if (step === 'reset-password') await navigate('/reset-password?solicitar=1')
  }
  const back = (reason?: string) => {
    setNotice(reason)
    setEmail('')
    setStage('credentials')
  }
  const turnAway = () => {
    setLeft(closed)
    back()
  }
  if (closed && closed !== left) return <ClosedAccountNotice email={closed} back={turnAway} />
  if (stage === 'totp') return <SignInCodeStep email={email} proceed={proceed} back={back} />
  if (stage === 'new-password') return <InvitedUserPasswordStep proceed={proceed} back={back} />
  const goToGoogle = () => {
    googleRegistrationIntent.forget()
    atGoogle(true)
  }
  return (
    <SignInCredentialsStep
      proceed={proceed}
      onSend={preloadCodeStep}
      notice={notice}
      {...before}
      atGoogle={goToGoogle}
    />
  )
}

function SignInOrProof({ away, atGoogle }: { readonly away: boolean; readonly atGoogle: (away: boolean) => void }) {
  const { pending, loading } = useAuth()
  return pending === 'proof' && !loading && !away ? <MfaStepUpForm /> : <SignIn atGoogle={atGoogle} />
}

const pageOfPendingStep: Partial<Record<PendingAuthStep, string>> = {
  registration: '/register?step=consent',
  enrolment: '/register?step=mfa-setup',
}

/** The page instead of this one: what was wanted, or the step that the session lacks, which then leads there. */
function useElsewhere(destination: string): NavigateProps | undefined {
  const { user, pending } = useAuth()
  const next = useWantedPath()
  // With another object at each rendering, `Navigate` would go there again and again while that page is loaded.
  const state = useMemo(() => ({ next }), [next])
  if (user) return { to: destination }
  const to = pending ? pageOfPendingStep[pending] : undefined
  return to === undefined ? undefined : { to, state }
}

export function SignInPage() {
  const { session, loading } = useAuth()
  const destination = useDestination()
  const purpose = toPurpose(destination)
  const elsewhere = useElsewhere(destination)
  const [search] = useSearchParams()
  // True while the Google window is open: its tokens may appear before it has reported its result.
  const [away, setAway] = useState(false)
  const returning = search.get('oauth') === 'google'
  if (returning && away) setAway(false)
  // The account tells whether the second factor, which is proven on this page, is still missing.
  const stays = returning || away
  if (session && loading && !stays) return <LoadingScreen />
  if (elsewhere && !stays) return <Navigate {...elsewhere} replace />
  return (
    <CardPageLayout>
      <PageHead page="/auth" />
      {purpose && <NoticeBox>{purpose}</NoticeBox>}
      {returning ? <GoogleSignInReturn /> : <SignInOrProof away={away} atGoogle={setAway} />}
    </CardPageLayout>
  )
}

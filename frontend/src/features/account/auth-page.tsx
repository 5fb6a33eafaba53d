import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import type { SignInStep } from '../../api/sign-in.ts'
import { homeOf, ownPath } from '../../app/destinations.ts'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CodeStep } from './code-step.tsx'
import { CredentialsStep } from './credentials-step.tsx'
import { NewPasswordStep } from './new-password-step.tsx'

type Stage = 'credentials' | 'totp' | 'new-password'

/** Where somebody goes who is signed in: where they wanted to go, or to their panel. */
function useDestination(): string {
  const { userRole } = useAuth()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const wanted: unknown = search.get('next') ?? (state as { next?: unknown } | null)?.next
  return ownPath(wanted) ?? (userRole ? homeOf(userRole) : '/dashboard')
}

/** `/auth`: the password, then whatever the account asks for besides. */
export function AuthPage() {
  const { user, recheck } = useAuth()
  const destination = useDestination()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>('credentials')
  const [notice, setNotice] = useState<string>()
  if (user) return <Navigate to={destination} replace />

  const proceed = async (step: SignInStep) => {
    setNotice(undefined)
    if (step === 'done') await recheck()
    if (step === 'totp' || step === 'new-password') setStage(step)
    if (step === 'reset-password') await navigate('/reset-password?solicitar=1')
  }
  const back = (reason?: string) => {
    setNotice(reason)
    setStage('credentials')
  }

  return (
    <CardPage>
      <PageHead title="Iniciar sesión" description="Entra en tu panel de Hábitat Interior." canonicalPath="/auth" />
      {stage === 'credentials' && <CredentialsStep proceed={proceed} notice={notice} />}
      {stage === 'totp' && <CodeStep proceed={proceed} back={back} />}
      {stage === 'new-password' && <NewPasswordStep proceed={proceed} back={back} />}
    </CardPage>
  )
}

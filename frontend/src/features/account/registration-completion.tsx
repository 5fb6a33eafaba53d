import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { RegistrationCompletionStep } from './registration-completion-step.tsx'
import { buildGoogleReturnPath } from './google-intent.ts'

interface RegistrationCompletionProps {
  readonly complete: () => void
  readonly cancel: () => void
}

const Waiting = () => (
  <div className="result-wait" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <h1>Recibiendo tus datos...</h1>
  </div>
)

/**
 * `/register?oauth=google`, and `/register?step=consent` for invited users: existing accounts go to sign-in, others
 * complete their registration.
 */
export function RegistrationCompletion({ complete, cancel }: RegistrationCompletionProps) {
  const { session, loading, signOut } = useAuth()
  const navigate = useNavigate()
  const { data, error } = useQuery({
    ...endpointQueryOptions(apiContract.account.readRegistration, {}),
    enabled: session !== null,
  })

  const [givingUp, setGivingUp] = useState(false)

  if (givingUp) return <Waiting />
  if ((!loading && !session) || error) return <Navigate to={buildGoogleReturnPath('failed')} replace />
  if (!data) return <Waiting />
  if (data.registered) return <Navigate to="/auth" replace />
  if (!data.emailVerified) return <Navigate to={buildGoogleReturnPath('email-unverified')} replace />
  const giveUp = async () => {
    setGivingUp(true)
    await signOut()
    await navigate(data.origin === 'google' ? '/register' : '/auth', { replace: true })
    cancel()
  }
  return <RegistrationCompletionStep received={data} complete={complete} cancel={() => void giveUp()} />
}

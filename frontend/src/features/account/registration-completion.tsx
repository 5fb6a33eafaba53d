import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import type { EndpointReply } from '#contract/endpoint'
import { useAuth } from '../../api/auth.tsx'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { RegistrationCompletionStep } from './registration-completion-step.tsx'
import { Button } from '../../ui/button.tsx'
import { focusOnMount } from '../../ui/focus.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import { buildGoogleReturnPath } from './google-intent.ts'
import { useWantedPath, withWantedPath } from './use-wanted-path.ts'

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

interface AccountUnknownProps {
  /** Null where account and registration contradict each other. */
  readonly error: Error | null
  readonly retry: () => Promise<unknown>
  readonly signOut: () => void
}

function AccountUnknown({ error, retry, signOut }: AccountUnknownProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h1 tabIndex={-1} ref={focusOnMount}>
        No hemos podido comprobar tu cuenta
      </h1>
      <p role="alert">
        {error ? toErrorMessage(error) : 'Tu cuenta acaba de cambiar. Espera un momento e inténtalo de nuevo.'}
      </p>
      <div className="screen-actions">
        <RetryButton
          busy={isAsking}
          busyText="Comprobando..."
          retry={() => {
            setAsking(true)
            void retry().finally(() => setAsking(false))
          }}
        />
        <Button variant="secondary" onClick={signOut}>
          Cerrar sesión
        </Button>
      </div>
    </>
  )
}

/** The account query may have been answered before the profile existed, so it is repeated once. */
function useContradiction(isRegistered: boolean): { readonly isAsking: boolean; readonly isContradicted: boolean } {
  const { pending, loading, recheck } = useAuth()
  const [isAsked, setAsked] = useState(false)
  const isOutdated = isRegistered && pending === 'registration'
  useEffect(() => {
    if (isOutdated && !isAsked) void recheck().finally(() => setAsked(true))
  }, [isOutdated, isAsked, recheck])
  return { isAsking: isRegistered && (loading || (isOutdated && !isAsked)), isContradicted: isOutdated && isAsked }
}

type Received = EndpointReply<typeof apiContract.account.readRegistration>

function findPageInstead({ registered, emailVerified }: Received, wanted: string | undefined) {
  if (registered) return withWantedPath('/auth', wanted)
  return emailVerified ? undefined : buildGoogleReturnPath('email-unverified', wanted)
}

/**
 * `/register?oauth=google`, and `/register?step=consent` for invited users: existing accounts are sent to the sign-in,
 * others complete their registration.
 */
export function RegistrationCompletion({ complete, cancel }: RegistrationCompletionProps) {
  const { session, loading, pending, recheck, signOut } = useAuth()
  const navigate = useNavigate()
  const wanted = useWantedPath()
  const { data, error, refetch } = useQuery({
    ...endpointQueryOptions(apiContract.account.readRegistration, {}),
    enabled: session !== null,
  })

  const [isCancelling, setCancelling] = useState(false)
  const { isAsking, isContradicted } = useContradiction(data?.registered === true)
  const cancelAndSignOut = async () => {
    setCancelling(true)
    await signOut()
    await navigate(withWantedPath(data?.origin === 'google' ? '/register' : '/auth', wanted), { replace: true })
    cancel()
  }

  if (isCancelling || isAsking) return <Waiting />
  if (isContradicted || (error && pending === 'registration'))
    return (
      <AccountUnknown
        error={error}
        retry={() => Promise.all([recheck(), refetch()])}
        signOut={() => void cancelAndSignOut()}
      />
    )
  if ((!loading && !session) || error) return <Navigate to={buildGoogleReturnPath('failed', wanted)} replace />
  if (!data) return <Waiting />
  const elsewhere = findPageInstead(data, wanted)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  return <RegistrationCompletionStep received={data} complete={complete} cancel={() => void cancelAndSignOut()} />
}

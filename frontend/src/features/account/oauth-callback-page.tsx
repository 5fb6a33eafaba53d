import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { runGoogleSignInRedirect, type GoogleSignInOutcome } from '../../api/google-sign-in.ts'
import { notifyGoogleSignInOpener } from '../../api/google-sign-in-window.ts'
import { getRoleHomePath } from '../../api/destinations.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { googleRegistrationIntent, buildGoogleReturnPath, wantedPathAfterGoogle } from './google-intent.ts'
import { withWantedPath } from './use-wanted-path.ts'

const closeMilliseconds = 500

function useReport(nonce: string | undefined, outcome: GoogleSignInOutcome | undefined) {
  useEffect(() => {
    if (!nonce || !outcome) return
    notifyGoogleSignInOpener(nonce, outcome)
    // Whatever page this window shows by then.
    setTimeout(browserWindowActions.close, closeMilliseconds)
  }, [nonce, outcome])
}

/**
 * Continues in this window if no other waits. Reloads the page, because in one that returned from Google Amplify stays
 * configured for OAuth (api/amplify.ts): its sign-out would leave for Cognito's page. A closed account, which only this
 * page knows of, has no session left to sign out of.
 */
function useOnward(outcome: GoogleSignInOutcome | undefined) {
  const { recheck, loading, userRole, closed } = useAuth()
  const navigate = useNavigate()
  const isDecided = useRef(false)
  // Until then the account of the new session is not even being loaded.
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (outcome === 'success') void recheck().then(() => setChecked(true))
  }, [outcome, recheck])
  useEffect(() => {
    const isChecking = loading || (outcome === 'success' && !isChecked)
    if (!outcome || isChecking || isDecided.current) return
    isDecided.current = true
    const straight = outcome === 'success' && userRole && !googleRegistrationIntent.isRegistration()
    const wanted = wantedPathAfterGoogle.take()
    if (closed) {
      void navigate(withWantedPath('/auth', wanted), { replace: true })
      return
    }
    const destination = straight ? (wanted ?? getRoleHomePath(userRole)) : buildGoogleReturnPath(outcome, wanted)
    browserWindowActions.replaceWith(destination)
  }, [outcome, isChecked, loading, userRole, closed, navigate])
}

function headingOf(search: URLSearchParams, outcome: GoogleSignInOutcome | undefined): string {
  if (outcome && outcome !== 'success') return 'No se ha completado el acceso con Google'
  return search.has('start') ? 'Abriendo Google...' : 'Autenticación completada. Redirigiendo...'
}

export function OAuthCallbackPage() {
  const [search] = useSearchParams()
  const data = useRedirect(search)
  const waits = data?.nonce !== undefined
  useReport(data?.nonce, data?.outcome)
  useOnward(waits ? undefined : data?.outcome)
  return (
    <CardPageLayout>
      <PageHead title="Acceso con Google" hidden />
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>{headingOf(search, data?.outcome)}</h1>
        {waits && <p>Si esta ventana no se cierra sola, ciérrala para continuar.</p>}
      </div>
    </CardPageLayout>
  )
}

/**
 * Runs once: the waiting page removes the tokens, which looks like a sign-out here and clears the queries; a second run
 * would find nothing.
 */
function useRedirect(search: URLSearchParams) {
  const [first, setFirst] = useState<Awaited<ReturnType<typeof runGoogleSignInRedirect>>>()
  const { data } = useQuery({
    queryKey: ['google', search.toString()],
    queryFn: () => runGoogleSignInRedirect(search),
    enabled: first === undefined,
    retry: false,
    staleTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  })
  if (first === undefined && data) setFirst(data)
  return first ?? data
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '../../api/auth.tsx'
import { continueGoogleVisit, type GoogleOutcome } from '../../api/google.ts'
import { notifyOpener } from '../../api/google-window.ts'
import { homeOf } from '../../api/destinations.ts'
import { browser } from '../../ui/browser.ts'
import { CardPage } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { googleIntent, googleReturnPath } from './google-intent.ts'

const closeMilliseconds = 500

function useReport(nonce: string | undefined, outcome: GoogleOutcome | undefined) {
  useEffect(() => {
    if (!nonce || !outcome) return undefined
    notifyOpener(nonce, outcome)
    const timer = setTimeout(browser.close, closeMilliseconds)
    return () => clearTimeout(timer)
  }, [nonce, outcome])
}

/**
 * Goes on in this window when no other waits. Reloads the page, because one that has been at Google would sign out
 * there too.
 */
function useOnward(outcome: GoogleOutcome | undefined) {
  const { recheck, loading, userRole } = useAuth()
  useEffect(() => {
    if (outcome === 'success') void recheck()
  }, [outcome, recheck])
  useEffect(() => {
    if (!outcome || loading) return
    const straight = outcome === 'success' && userRole && !googleIntent.isRegistration()
    browser.replaceWith(straight ? homeOf(userRole) : googleReturnPath(outcome))
  }, [outcome, loading, userRole])
}

function headingOf(search: URLSearchParams, outcome: GoogleOutcome | undefined): string {
  if (outcome && outcome !== 'success') return 'No se ha completado el acceso con Google'
  return search.has('start') ? 'Abriendo Google...' : 'Autenticación completada. Redirigiendo...'
}

/** `/oauth-callback`: goes to Google and returns, usually in a popup. */
export function OAuthCallbackPage() {
  const [search] = useSearchParams()
  const { data } = useQuery({
    queryKey: ['google', search.toString()],
    queryFn: () => continueGoogleVisit(search),
    retry: false,
    staleTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
  })
  const waits = data?.nonce !== undefined
  useReport(data?.nonce, data?.outcome)
  useOnward(waits ? undefined : data?.outcome)
  return (
    <CardPage>
      <PageHead title="Acceso con Google" hidden />
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>{headingOf(search, data?.outcome)}</h1>
        {waits && <p>Si esta ventana no se cierra sola, ciérrala para continuar.</p>}
      </div>
    </CardPage>
  )
}

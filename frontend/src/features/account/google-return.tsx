import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { SignedInAccount } from '#contract/account'
import { useAuth, type AuthState } from '../../api/auth.tsx'
import { getRoleHomePath } from '../../api/destinations.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { googleRegistrationIntent } from './google-intent.ts'
import { useWantedPath, withWantedPath } from './use-wanted-path.ts'

interface Verdict {
  readonly to: string
  /** Whether the sign-in is complete: the page that was wanted then takes the place of `to`. */
  readonly complete?: boolean
  readonly say?: () => void
  readonly end?: boolean
}

const failed = 'Error al procesar la autenticación con Google'
const unverified: Verdict = {
  to: '/register',
  say: () => showNotice.failure('Tu cuenta necesita verificación de email.'),
  end: true,
}

/** A Map instead of an object, because the problem comes from the URL and may be any text. */
const verdictOfProblem: ReadonlyMap<string, Verdict> = new Map([
  ['start', { to: '/auth', say: () => showNotice.failure('Error al iniciar sesión con Google') }],
  ['email-unverified', unverified],
  [
    'administrator-by-password',
    {
      to: '/auth',
      say: () => showNotice.failure(failed, 'Las cuentas de administración entran con correo y contraseña.'),
    },
  ],
])
const failure: Verdict = { to: '/auth', say: () => showNotice.failure(failed) }

const welcome = ({ role, firstName }: SignedInAccount): Verdict => ({
  to: getRoleHomePath(role),
  complete: true,
  say: () => showNotice.success('¡Bienvenido!', firstName && `Has entrado como ${firstName}.`),
})

function verdictOf({ session, account, pending, closed }: AuthState, problem: string | null): Verdict {
  if (problem !== null) return verdictOfProblem.get(problem) ?? failure
  // The sign-in page tells it, and offers another link.
  if (closed) return { to: '/auth' }
  if (!session) return failure
  if (googleRegistrationIntent.isRegistration() || pending === 'registration') return { to: '/register?oauth=google' }
  if (!account) return failure
  if (!account.emailVerifiedAt) return unverified
  if (pending === 'enrolment') {
    return {
      to: '/register?step=mfa-setup',
      say: () => showNotice.warning('Debes configurar la autenticación de dos factores.'),
    }
  }
  return pending === 'proof' ? { to: '/auth' } : welcome(account)
}

function useArrival() {
  const { recheck } = useAuth()
  const [arrived, setArrived] = useState(false)
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void recheck().then(() => setArrived(true))
  }, [recheck])
  return arrived
}

export function GoogleSignInReturn() {
  const auth = useAuth()
  const [search] = useSearchParams()
  const wanted = useWantedPath()
  const navigate = useNavigate()
  const ready = useArrival() && !auth.loading
  const decided = useRef(false)
  useEffect(() => {
    if (!ready || decided.current) return
    decided.current = true
    const { to, complete, say, end } = verdictOf(auth, search.get('problem'))
    googleRegistrationIntent.forget()
    void (async () => {
      if (end && auth.session) await auth.signOut()
      say?.()
      await navigate(complete ? (wanted ?? to) : withWantedPath(to, wanted), { replace: true })
    })()
  }, [ready, auth, search, wanted, navigate])
  return (
    <div className="result-wait" role="status">
      <span className="screen-turning" aria-hidden="true" />
      <h1>Completando el acceso con Google...</h1>
    </div>
  )
}

import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { Role } from '#contract/endpoint'
import { useAuth } from '../api/auth.tsx'
import { hasStoredSession } from '../api/session-storage.ts'
import { useFocusAfterRemoval } from '../ui/focus.ts'
import { PageHead } from '../ui/page-head.ts'
import { AdminAccessDenied } from './admin-access-denied.tsx'
import { useSignOut } from './account-menu.tsx'
import { getRoleHomePath } from '../api/destinations.ts'
import { PageLoadError } from '../ui/load-errors.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import { RetryButton } from '../ui/retry-button.tsx'

const AdminOverlay = lazy(async () => ({
  default: (await import('../features/mfa/admin-mfa-overlay.tsx')).AdminMfaOverlay,
}))

function useOnward(): object {
  const { session, user } = useAuth()
  const { pathname, search, state } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(hasStoredSession)
  if (user && !wasSignedIn) setWasSignedIn(true)
  return { ...(state as object | null), next: pathname + search, ended: wasSignedIn && !session }
}

interface RoleGuardProps {
  readonly allow: Role | readonly Role[]
  /**
   * Path of the same content for other roles.
   * @default - their home
   */
  readonly elsewhere?: string
}

/**
 * Redirects to the sign-in, or home after a sign-out in this tab. Not while navigating to another page, as after
 * deleting the account: the router still shows this one until the next page's code is loaded.
 */
function SignedOut({ onward }: { readonly onward: object }) {
  const { leaving } = useAuth()
  const { pathname } = useLocation()
  if (new URL(pathname, window.location.origin).pathname !== window.location.pathname) return <LoadingScreen />
  return leaving ? <Navigate to="/" replace /> : <Navigate to="/auth" replace state={onward} />
}

/** Only saves a useless visit; the API authorises every request itself. */
export function RoleGuard({ allow, elsewhere }: RoleGuardProps) {
  const { loading, user, userRole, demoted } = useAuth()
  const onward = useOnward()
  useFocusAfterRemoval()
  if (demoted && [allow].flat().includes('administrador')) return <AdminAccessDenied />
  if (loading) return <LoadingScreen />
  if (!user) return <SignedOut onward={onward} />
  if (!userRole) return <Roleless />
  if (![allow].flat().includes(userRole)) return <Navigate to={elsewhere ?? getRoleHomePath(userRole)} replace />
  return userRole === 'administrador' ? <Assured /> : <Outlet />
}

function Roleless() {
  const { roleProblem, recheck } = useAuth()
  return roleProblem === 'unreachable' ? (
    <ServerUnreachableScreen retry={() => void recheck()} />
  ) : (
    <AccessDeniedScreen />
  )
}

/** Requires the second factor of an administrador; keeps a running set-up on screen to its end. */
function Assured() {
  const { account, recheck } = useAuth()
  const leave = useSignOut()
  const [settingUp, setSettingUp] = useState(false)
  if (!account) return <LoadingScreen />
  if (account.assured && !settingUp) return <Outlet />
  return (
    <WhileLoading show={<LoadingScreen />} failed={PageLoadError}>
      <PageHead title="Autenticación Multifactor Requerida" hidden />
      <AdminOverlay
        account={account}
        signOut={() => void leave()}
        complete={() => void recheck()}
        busy={setSettingUp}
      />
    </WhileLoading>
  )
}

export function RoleHomeRedirect() {
  const { userRole } = useAuth()
  return userRole && <Navigate to={getRoleHomePath(userRole)} replace />
}

function AccessDeniedScreen() {
  const leave = useSignOut()
  return (
    <div className="screen">
      <PageHead title="Acceso denegado" hidden />
      <h1>Acceso denegado</h1>
      <p role="alert">No tienes permisos para acceder a esta página</p>
      <div className="screen-actions">
        <Button onClick={() => void leave()}>Cerrar sesión</Button>
        <ButtonLink to="/" variant="secondary">
          Volver al inicio
        </ButtonLink>
      </div>
    </div>
  )
}

const ServerUnreachableScreen = ({ retry }: { readonly retry: () => void }) => (
  <div className="screen">
    <PageHead title="Sin conexión" hidden />
    <h1>No hemos podido comprobar tu sesión</h1>
    <p role="alert">Comprueba tu conexión e inténtalo de nuevo. Tu sesión sigue abierta.</p>
    <div className="screen-actions">
      <RetryButton retry={retry} />
    </div>
  </div>
)

import { Button, ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useSignOut } from './account-menu.tsx'

export function AccessDeniedScreen() {
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

export const ServerUnreachableScreen = ({ retry }: { readonly retry: () => void }) => (
  <div className="screen">
    <PageHead title="Sin conexión" hidden />
    <h1>No hemos podido comprobar tu sesión</h1>
    <p role="alert">Comprueba tu conexión e inténtalo de nuevo. Tu sesión sigue abierta.</p>
    <div className="screen-actions">
      <Button onClick={retry}>Reintentar</Button>
    </div>
  </div>
)

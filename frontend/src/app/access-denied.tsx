import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Somebody who is no administrador has come as far as the administration. */
export function AccessDenied() {
  const { userRole } = useAuth()
  const isClient = userRole === 'cliente'
  return (
    <div className="screen">
      <PageHead title="Acceso Denegado" hidden />
      <h1>Acceso Denegado</h1>
      <p role="alert">No tienes permisos para acceder al panel de administración.</p>
      <div className="screen-actions">
        <ButtonLink to={isClient ? '/client' : '/'}>{isClient ? 'Ir a mi panel' : 'Volver al inicio'}</ButtonLink>
      </div>
    </div>
  )
}

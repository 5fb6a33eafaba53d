import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.ts'

export function AdminAccessDenied() {
  const { userRole, demoted } = useAuth()
  const isClient = userRole === 'cliente' || demoted
  return (
    <div className="screen">
      <PageHead title="Acceso Denegado" hidden />
      <h1>Acceso Denegado</h1>
      <p role="alert">No tienes permisos para acceder al panel de administración.</p>
      <div className="screen-actions">
        {/* A full page load, so that no data of the practice stays in memory. */}
        <ButtonLink to={isClient ? '/client' : '/'} reloadDocument={demoted}>
          {isClient ? 'Ir a mi panel' : 'Volver al inicio'}
        </ButtonLink>
      </div>
    </div>
  )
}

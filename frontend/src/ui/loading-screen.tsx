import { retryConnection, useIsOffline } from '../api/connection.ts'
import { Button } from './button.tsx'
import { PageHead } from './page-head.ts'
import './screen.css'

export function LoadingScreen() {
  const isOffline = useIsOffline()
  return (
    <div className="screen" role="status">
      {isOffline ? <Offline /> : <Loading />}
    </div>
  )
}

const Loading = () => (
  <>
    <span className="screen-turning" aria-hidden="true" />
    <p>Cargando...</p>
  </>
)

const Offline = () => (
  <>
    <PageHead title="Sin conexión" hidden />
    <h1>No hay conexión</h1>
    <p>Esta página aparecerá sola en cuanto vuelva.</p>
    <div className="screen-actions">
      <Button onClick={retryConnection}>Reintentar</Button>
    </div>
  </>
)

import './screen.css'

/** In the place of a page that is being fetched. */
export const LoadingScreen = () => (
  <div className="screen" role="status">
    <span className="screen-turning" aria-hidden="true" />
    <p>Cargando...</p>
  </div>
)

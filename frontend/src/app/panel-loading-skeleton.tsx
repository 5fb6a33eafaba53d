import { Logo } from '../ui/logo.tsx'
import './header.css'
import './shell.css'
import './shell-skeleton.css'

/** Rendered at build time. */
export const PanelLoadingSkeleton = () => (
  <>
    <header className="header">
      <div className="header-row">
        <span className="header-home">
          <Logo />
        </span>
      </div>
    </header>
    <main className="shell-main">
      <div className="skeleton" role="status">
        <p className="visually-hidden">Cargando...</p>
        <span className="skeleton-title" />
        <span className="skeleton-sheet" />
      </div>
    </main>
  </>
)

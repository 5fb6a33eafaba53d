import { Logo } from '../ui/logo.tsx'
import './header.css'
import './shell.css'
import './shell-skeleton.css'

/** What a panel looks like before its code has arrived; drawn once, when the site is built. */
export const ShellSkeleton = () => (
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

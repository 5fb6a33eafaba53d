import { Link, useLocation } from 'react-router-dom'
import { PRODUCT_NAME } from '#contract/product'
import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { isPanelPath, type PanelHeaderOptions } from './panel-header.tsx'
import { LandingSectionMenuButton, LandingSectionNav } from './landing-section-nav.tsx'
import './header.css'

const EntryLink = ({
  to,
  variant,
  text,
  short,
}: {
  to: string
  variant: 'plain' | 'primary'
  text: string
  short: string
}) => (
  <ButtonLink to={to} variant={variant} size="small">
    <span className="header-long">{text}</span>
    <span className="header-short">{short}</span>
  </ButtonLink>
)

const VisitorLinks = () => (
  <>
    <EntryLink to="/auth" variant="plain" text="Iniciar sesión" short="Entrar" />
    <EntryLink to="/register" variant="primary" text="Crear una cuenta" short="Registro" />
  </>
)

export function SiteHeader({ panel }: { readonly panel?: PanelHeaderOptions | undefined }) {
  const { user } = useAuth()
  const inPanel = isPanelPath(useLocation().pathname)
  return (
    <header className={inPanel ? 'header header-of-panel' : 'header'}>
      <div className="header-row">
        <Link to="/" className="header-home" aria-label={`${PRODUCT_NAME}, inicio`}>
          <Logo />
        </Link>
        {panel && <p className="header-panel">{panel.name}</p>}
        {!inPanel && <LandingSectionNav />}
        <nav className="header-entry" aria-label="Cuenta">
          {user ? <AccountMenu panel={panel} /> : <VisitorLinks />}
        </nav>
        {!inPanel && <LandingSectionMenuButton />}
      </div>
    </header>
  )
}

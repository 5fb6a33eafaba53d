import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { PRODUCT_NAME } from '#contract/product'
import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { PartLoadError, type LoadErrorProps } from '../ui/load-errors.tsx'
import { Logo } from '../ui/logo.tsx'
import { isPanelPath, isPracticePath, type PanelHeaderOptions } from './panel-header.tsx'
import { LandingSectionMenuButton, LandingSectionNav } from './landing-section-nav.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
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

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

export const preloadAccountMenu = AccountMenu.load

const PracticeHeader = lazy(async () => ({ default: (await import('./practice-header.tsx')).PracticeHeader }))

/** Has the height of the final header. */
const EmptyHeader = ({ children }: { readonly children?: ReactNode }) => (
  <header className="header header-of-panel header-of-practice">
    <div className="header-row">{children}</div>
  </header>
)

const FailedHeader = (props: LoadErrorProps) => (
  <EmptyHeader>
    <PartLoadError {...props} />
  </EmptyHeader>
)

export function SiteHeader({ panel }: { readonly panel?: PanelHeaderOptions | undefined }) {
  const { user, isAdmin, account } = useAuth()
  const { pathname } = useLocation()
  const inPanel = isPanelPath(pathname)
  if (isAdmin && account?.assured && isPracticePath(pathname)) {
    return (
      <WhileLoading show={<EmptyHeader />} failed={FailedHeader}>
        <PracticeHeader />
      </WhileLoading>
    )
  }
  return (
    <header className={inPanel ? 'header header-of-panel' : 'header'}>
      <div className="header-row">
        <Link to="/" className="header-home" aria-label={`${PRODUCT_NAME}, inicio`}>
          <Logo />
        </Link>
        {panel && <p className="header-panel">{panel.name}</p>}
        {!inPanel && <LandingSectionNav />}
        <nav className="header-entry" aria-label="Cuenta">
          {user ? (
            <WhileLoading>
              <AccountMenu panel={panel} />
            </WhileLoading>
          ) : (
            <VisitorLinks />
          )}
        </nav>
        {!inPanel && <LandingSectionMenuButton />}
      </div>
    </header>
  )
}

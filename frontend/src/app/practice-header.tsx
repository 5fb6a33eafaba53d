import { CalendarDays, CircleUserRound } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { PRODUCT_NAME } from '#contract/product'
import { useAuth } from '../api/auth.tsx'
import { CustomerFinder } from '../features/customers/customer-finder.tsx'
import { PracticeNoticesLink } from '../features/notifications/practice-notices-link.tsx'
import { Button } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { Greeting, useDisclosure, useSignOutWithConfirmation } from './account-menu.tsx'
import './header.css'
import './practice-header.css'

/** Of every page of the practice: nothing in it leads to the public pages. */
export function PracticeHeader() {
  const { user, account } = useAuth()
  const { pathname } = useLocation()
  const at = (path: string) => (pathname === path ? 'page' : undefined)
  return (
    <header className="header header-of-panel header-of-practice">
      <div className="header-row">
        <Link to="/" className="header-home" aria-label={`${PRODUCT_NAME}, inicio`}>
          <Logo />
        </Link>
        <nav className="practice-nav" aria-label="Administración">
          <Link to="/admin" aria-label="Panel de Admin" aria-current={at('/admin')}>
            Panel
          </Link>
          <Link to="/admin/agenda" aria-current={at('/admin/agenda')}>
            <CalendarDays size={18} aria-hidden="true" className="practice-nav-icon" />
            <span>Agenda</span>
          </Link>
        </nav>
        <CustomerFinder />
        <PracticeNoticesLink />
        <Greeting name={account?.displayName || (user?.email ?? '').replace(/@.*/, '')} unseen />
        <Account email={account?.email ?? user?.email} />
      </div>
    </header>
  )
}

/** Address and way out: side by side where there is room, behind a button on a phone. */
function Account({ email }: { readonly email: string | undefined }) {
  const { open, setOpen, root, opener } = useDisclosure()
  const { leave, question } = useSignOutWithConfirmation()
  return (
    <div className="practice-account" ref={root}>
      <button
        type="button"
        ref={opener}
        className="practice-icon practice-account-button"
        aria-label="Cuenta"
        aria-expanded={open}
        aria-controls="practice-account"
        onClick={() => setOpen(!open)}
      >
        <CircleUserRound size={22} aria-hidden="true" />
      </button>
      <div className="practice-account-menu" id="practice-account" data-open={open || undefined}>
        <span className="practice-email">{email}</span>
        <Button variant="plain" size="small" onClick={leave}>
          Cerrar sesión
        </Button>
      </div>
      {question}
    </div>
  )
}

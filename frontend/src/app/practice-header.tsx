import { CalendarDays, CircleUserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PRODUCT_NAME } from '#contract/product'
import { useAuth } from '../api/auth.tsx'
import { CustomerFinder } from '../features/customers/customer-finder.tsx'
import { PracticeNoticesLink } from '../features/notifications/practice-notices-link.tsx'
import { Button } from '../ui/button.tsx'
import { useCharacterKeys } from '../ui/character-keys.ts'
import { Link } from '../ui/link.tsx'
import { Logo } from '../ui/logo.tsx'
import { Greeting, useDisclosure, useSignOutWithConfirmation } from './account-menu.tsx'
import { toPanelSectionLinkState } from './panel-section.ts'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './header.css'
import './practice-header.css'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

function usePracticeKeys() {
  const navigate = useNavigate()
  const [isListed, setListed] = useState(false)
  const acts = useMemo(
    () => ({
      '?': () => setListed(true),
      'g h': () => void navigate('/admin', toPanelSectionLinkState('today')),
      'g p': () => void navigate('/admin', toPanelSectionLinkState('customers')),
      'g a': () => void navigate('/admin/agenda'),
    }),
    [navigate],
  )
  useCharacterKeys(acts)
  return { list: () => setListed(true), dialog: isListed && <KeysDialog close={() => setListed(false)} /> }
}

export function PracticeHeader() {
  const { user, account } = useAuth()
  const { pathname } = useLocation()
  const keys = usePracticeKeys()
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
        <Greeting
          name={account?.displayName || (user?.email ?? '').replace(/@.*/, '')}
          firstName={account?.firstName}
          unseen
        />
        <Account email={account?.email ?? user?.email} listKeys={keys.list} />
      </div>
      <WhileLoading>{keys.dialog}</WhileLoading>
    </header>
  )
}

interface AccountProps {
  readonly email: string | undefined
  readonly listKeys: () => void
}

function Account({ email, listKeys }: AccountProps) {
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
        <Button
          variant="plain"
          size="small"
          aria-haspopup="dialog"
          onClick={() => {
            setOpen(false)
            listKeys()
          }}
        >
          Teclas<span className="visually-hidden">: atajos de teclado</span>
        </Button>
        <Button variant="plain" size="small" onClick={leave}>
          Cerrar sesión
        </Button>
      </div>
      {question}
    </div>
  )
}

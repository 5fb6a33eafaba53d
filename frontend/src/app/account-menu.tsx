import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAuth } from '../api/auth.tsx'
import { findUnsavedLocalWork } from '../api/local-store.ts'
import { takeFirstWord } from '../ui/format.ts'
import { Link } from '../ui/link.tsx'
import { showNotice } from '../ui/show-notice.ts'
import type { PanelHeaderOptions } from './panel-header.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'

export function useSignOut() {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  return async () => {
    const done = showNotice.loading('Cerrando sesión...')
    await signOut()
    await navigate('/')
    done('Sesión cerrada')
  }
}

const LeaveDialog = lazy(async () => ({
  default: (await import('./sign-out-confirm-dialog.tsx')).SignOutConfirmDialog,
}))
const isDialogLoaded = () =>
  LeaveDialog.load().then(
    () => true,
    () => false,
  )

const unsavedQuestion = '¿Cerrar sesión y perder lo que no se ha guardado?'

export function useSignOutWithConfirmation() {
  const leave = useSignOut()
  const [asking, setAsking] = useState<ReturnType<typeof findUnsavedLocalWork>>()
  useEffect(() => {
    void isDialogLoaded()
  }, [])
  const ask = async () => {
    const kept = findUnsavedLocalWork()
    const isUnsaved = kept.unsent || kept.drafts
    if (isUnsaved && (await isDialogLoaded())) setAsking(kept)
    // oxlint-disable-next-line no-alert -- without a connection the browser has no other dialog
    else if (!isUnsaved || window.confirm(unsavedQuestion)) await leave()
  }
  return {
    leave: () => void ask(),
    question: asking && (
      <WhileLoading>
        <LeaveDialog {...asking} title={unsavedQuestion} leave={() => void leave()} stay={() => setAsking(undefined)} />
      </WhileLoading>
    ),
  }
}

export function useDisclosure() {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [open])
  return { open, setOpen, root, opener }
}

interface GreetingProps {
  readonly name: string
  readonly firstName: string | undefined
  readonly unseen: boolean
  /**
   * True where the page's heading greets already, which a screen reader would repeat.
   * @default false
   */
  readonly unread?: boolean
}

export function Greeting({ name, firstName, unseen, unread = false }: GreetingProps) {
  const first = firstName && name.startsWith(firstName) ? firstName : takeFirstWord(name)
  const rest = name.slice(first.length)
  return (
    <span className={unseen ? 'visually-hidden' : 'header-greeting'} aria-hidden={unread || undefined}>
      {`Hola, ${first}`}
      {rest && <span className="header-greeting-rest">{rest}</span>}
    </span>
  )
}

export function AccountMenu({ panel }: { readonly panel: PanelHeaderOptions | undefined }) {
  const { user, account, userRole, isAdmin } = useAuth()
  const { open, setOpen, root, opener } = useDisclosure()
  const { leave, question } = useSignOutWithConfirmation()
  const name = account?.displayName || (user?.email ?? '').replace(/@.*/, '')
  const close = () => setOpen(false)
  const greets = panel?.greets ?? false
  return (
    <>
      <Greeting name={name} firstName={account?.firstName} unseen={greets} unread={greets} />
      <div className="menu" ref={root}>
        <button
          type="button"
          ref={opener}
          className="button button-secondary button-small"
          aria-expanded={open}
          aria-controls="account-menu"
          onClick={() => setOpen(!open)}
        >
          Cuenta
          <ChevronDown size={16} aria-hidden="true" />
        </button>
        <ul className="menu-list" id="account-menu" hidden={!open}>
          {isAdmin && (
            <li>
              <Link to="/admin" className="menu-item" onClick={close}>
                Panel de Admin
              </Link>
            </li>
          )}
          {userRole === 'cliente' && (
            <li>
              <Link to="/client" className="menu-item" onClick={close}>
                Mi Panel
              </Link>
            </li>
          )}
          {!panel?.signsOut && (
            <li>
              <button type="button" className="menu-item" onClick={leave}>
                Cerrar sesión
              </button>
            </li>
          )}
        </ul>
      </div>
      {question}
    </>
  )
}

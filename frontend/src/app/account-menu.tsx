import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useAuth } from '../api/auth.tsx'
import { unsavedWork } from '../api/local-store.ts'
import { notify } from '../ui/notify.ts'
import type { PanelHeader } from './panel-frame.tsx'

/** Signs out and says so at home. */
export function useSignOut() {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  return async () => {
    const done = notify.loading('Cerrando sesión...')
    await signOut()
    await navigate('/')
    done('Sesión cerrada')
  }
}

const load = () => import('./leave-dialog.tsx')
const LeaveDialog = lazy(async () => ({ default: (await load()).LeaveDialog }))

/** Whether the question is here. It is fetched with the page: when it is needed there may be no connection. */
function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    load().then(
      () => setLoaded(true),
      () => undefined,
    )
  }, [])
  return loaded
}

/**
 * Asks before signing out takes away what is in this browser alone: answers and ticks that wait for a connection, and
 * what was typed and not saved. `question` is to be shown.
 */
export function useConfirmedSignOut() {
  const leave = useSignOut()
  const [asking, setAsking] = useState<ReturnType<typeof unsavedWork>>()
  const loaded = useLoaded()
  const ask = () => {
    const kept = unsavedWork()
    if (loaded && (kept.unsent || kept.drafts)) setAsking(kept)
    else void leave()
  }
  return {
    leave: ask,
    question: asking && (
      <Suspense>
        <LeaveDialog {...asking} leave={() => void leave()} stay={() => setAsking(undefined)} />
      </Suspense>
    ),
  }
}

/** Open or not; closed by Escape (the focus returns), by a click elsewhere and by leaving with the keyboard. */
function useDisclosure() {
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

/** Where there is little room the layout cuts it after the first name; it is read out whole. */
function Greeting({ name, unseen }: { readonly name: string; readonly unseen: boolean }) {
  const [first, ...others] = name.split(' ')
  return (
    <span className={unseen ? 'visually-hidden' : 'header-greeting'}>
      {`Hola, ${first}`}
      {others.length > 0 && <span className="header-greeting-rest">{` ${others.join(' ')}`}</span>}
    </span>
  )
}

/**
 * 'Hola, …' and what somebody who is signed in may do from anywhere. What the panel on the screen does itself is not seen
 * twice: its greeting, and its way to sign out.
 */
export function AccountMenu({ panel }: { readonly panel: PanelHeader | undefined }) {
  const { user, account, userRole, isAdmin } = useAuth()
  const { open, setOpen, root, opener } = useDisclosure()
  const { leave, question } = useConfirmedSignOut()
  const name = account?.displayName || (user?.email ?? '').replace(/@.*/, '')
  const close = () => setOpen(false)
  return (
    <>
      <Greeting name={name} unseen={panel?.greets ?? false} />
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

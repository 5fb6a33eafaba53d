import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useAuth } from '../api/auth.tsx'
import { isAnythingKeptHere } from '../api/kept-here.ts'
import { notify } from '../ui/notify.ts'

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
 * For clients, whose answers and ticks wait in this browser while there is no connection: asks before signing out takes
 * them away. `question` is to be shown.
 */
export function useAskedSignOut() {
  const { userRole } = useAuth()
  const leave = useSignOut()
  const [asking, setAsking] = useState(false)
  const loaded = useLoaded()
  const isAsked = () => loaded && userRole === 'cliente' && isAnythingKeptHere()
  return {
    leave: () => (isAsked() ? setAsking(true) : void leave()),
    question: asking && (
      <Suspense>
        <LeaveDialog leave={() => void leave()} stay={() => setAsking(false)} />
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

/** 'Hola, …' and what somebody who is signed in may do from anywhere. */
export function AccountMenu() {
  const { user, account, userRole, isAdmin } = useAuth()
  const { open, setOpen, root, opener } = useDisclosure()
  const { leave, question } = useAskedSignOut()
  const name = account?.displayName || (user?.email ?? '').split('@')[0]
  const close = () => setOpen(false)
  return (
    <>
      <span className="header-greeting">Hola, {name}</span>
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
          <li>
            <button type="button" className="menu-item" onClick={leave}>
              Cerrar sesión
            </button>
          </li>
        </ul>
      </div>
      {question}
    </>
  )
}

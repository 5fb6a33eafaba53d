import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useAuth } from '../api/auth.tsx'
import { isAnythingKeptHere } from '../api/kept-here.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
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

/**
 * For clients, whose answers and ticks wait in this browser while there is no connection: asks before signing out takes
 * them away. `question` is to be shown.
 */
export function useAskedSignOut() {
  const { userRole } = useAuth()
  const leave = useSignOut()
  const [asking, setAsking] = useState(false)
  return {
    leave: () => (userRole === 'cliente' && isAnythingKeptHere() ? setAsking(true) : void leave()),
    question: asking && (
      <ConfirmDialog
        title="¿Cerrar sesión y perder lo que no se ha guardado?"
        action="Cerrar sesión"
        confirm={() => void leave()}
        cancel={() => setAsking(false)}
      >
        <p>
          Lo último que has respondido o marcado sigue solo en este dispositivo: todavía no hemos podido guardarlo. Si
          esperas a tener conexión, se guardará solo.
        </p>
      </ConfirmDialog>
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

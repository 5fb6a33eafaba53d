import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import './actions-menu.css'
import { Link } from './link.tsx'

export interface MenuAction {
  readonly text: string
  readonly run?: () => void
  readonly href?: string
  readonly to?: string
  /** The action asks for confirmation itself. */
  readonly removes?: boolean
}

interface ActionsMenuProps {
  readonly label: string
  readonly actions: readonly MenuAction[]
}

const GAP_PX = 4
const MARGIN_PX = 8

function place(menu: HTMLElement, button: HTMLElement): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const below = bottom + GAP_PX
  const fits = below + offsetHeight + MARGIN_PX <= document.documentElement.clientHeight
  menu.style.top = `${fits ? below : Math.max(MARGIN_PX, top - GAP_PX - offsetHeight)}px`
  menu.style.left = `${Math.max(MARGIN_PX, right - offsetWidth)}px`
}

export function ActionsMenu({ label, actions }: ActionsMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        type="button"
        ref={button}
        className="actions-button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <Menu id={id} label={label} of={button} close={close} leave={() => setOpen(false)}>
          {actions.map((action) => (
            <MenuItem key={action.text} action={action} close={close} />
          ))}
        </Menu>
      )}
    </>
  )
}

interface MenuItemProps {
  readonly action: MenuAction
  readonly close: () => void
}

function MenuItem({ action: { text, run, href, to, removes = false }, close }: MenuItemProps) {
  const className = removes ? 'actions-item actions-item-removes' : 'actions-item'
  if (to)
    return (
      <Link role="menuitem" tabIndex={-1} className={className} to={to} onClick={close}>
        {text}
      </Link>
    )
  if (href)
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        className={className}
        href={href}
        target="_blank"
        rel="noreferrer"
        onClick={close}
      >
        {text}
        <span className="visually-hidden"> (se abre en otra pestaña)</span>
      </a>
    )
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={className}
      onClick={() => {
        // Before the action, so that a dialog it opens returns the focus to the button.
        close()
        run?.()
      }}
    >
      {text}
    </button>
  )
}

interface MenuProps {
  readonly id: string
  readonly label: string
  readonly of: { readonly current: HTMLElement | null }
  readonly close: () => void
  readonly leave: () => void
  readonly children: ReactNode
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

function Menu({ id, label, of, close, leave, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = menu
    const placeBoth = () => current && of.current && place(current, of.current)
    current?.showPopover()
    placeBoth()
    itemsOf(current)[0]?.focus({ preventScroll: true })
    window.addEventListener('scroll', placeBoth, true)
    return () => window.removeEventListener('scroll', placeBoth, true)
  }, [of])
  useEffect(() => {
    const leaveOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target) && !of.current?.contains(target)) leave()
    }
    document.addEventListener('pointerdown', leaveOutside)
    document.addEventListener('focusin', leaveOutside)
    return () => {
      document.removeEventListener('pointerdown', leaveOutside)
      document.removeEventListener('focusin', leaveOutside)
    }
  }, [of, leave])
  const step = (by: number) => {
    const items = itemsOf(menu.current)
    const at = items.findIndex((item) => item === document.activeElement)
    items[(at + by + items.length) % items.length]?.focus()
  }
  const byKey: Readonly<Record<string, () => void>> = {
    Escape: close,
    Tab: close,
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Home: () => itemsOf(menu.current)[0]?.focus(),
    End: () => itemsOf(menu.current).at(-1)?.focus(),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = byKey[event.key]
    if (!act) return
    if (event.key !== 'Tab') event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div
      ref={menu}
      id={id}
      popover="manual"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="actions-menu"
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

import { Menu } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

const sections = [
  { id: 'como-funciona', text: 'Cómo funciona' },
  { id: 'encuentra-solucion', text: 'Encuentra tu solución' },
  { id: 'nuestro-experto', text: 'Nuestro experto' },
] as const

const listId = 'secciones'
const pauseMilliseconds = 100
const MAX_TRIES = 100

function scrollToSection(id: string, tries = MAX_TRIES): void {
  const section = document.getElementById(id)
  if (section) {
    section.scrollIntoView()
    // Moves the focus as well, like a native fragment link.
    section.tabIndex = -1
    section.focus({ preventScroll: true })
  } else if (tries > 0) setTimeout(() => scrollToSection(id, tries - 1), pauseMilliseconds)
}

const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent) => metaKey || ctrlKey || shiftKey

export function LandingSectionNav() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const show = async (id: string) => {
    if (pathname === '/') return scrollToSection(id)
    await navigate('/')
    setTimeout(() => scrollToSection(id), pauseMilliseconds)
  }
  return (
    <nav className="header-sections" id={listId} popover="auto" aria-label="Secciones">
      {sections.map(({ id, text }) => (
        <a
          key={id}
          className="button button-plain button-small"
          href={`/#${id}`}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            document.getElementById(listId)?.togglePopover?.(false)
            void show(id)
          }}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

export const LandingSectionMenuButton = () => (
  <button type="button" className="header-menu-button" popoverTarget={listId} aria-label="Secciones">
    <Menu size={22} aria-hidden="true" />
  </button>
)

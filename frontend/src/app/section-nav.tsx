import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../ui/button.tsx'

const sections = [
  { id: 'como-funciona', text: 'Cómo funciona' },
  { id: 'encuentra-solucion', text: 'Encuentra tu solución' },
  { id: 'nuestro-experto', text: 'Nuestro experto' },
] as const

const pauseMilliseconds = 100
const patience = 30

/** Scrolls to a section, once the page that holds it has been drawn. Smoothly, unless less motion was asked for. */
function scrollToSection(id: string, tries = patience): void {
  const section = document.getElementById(id)
  if (section) section.scrollIntoView()
  else if (tries > 0) setTimeout(() => scrollToSection(id, tries - 1), pauseMilliseconds)
}

/** Leads to the sections of the landing page, from anywhere. */
export function SectionNav() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const show = async (id: string) => {
    if (pathname === '/') return scrollToSection(id)
    await navigate('/')
    setTimeout(() => scrollToSection(id), pauseMilliseconds)
  }
  return (
    <nav className="header-sections" aria-label="Secciones">
      {sections.map(({ id, text }) => (
        <Button key={id} look="plain" size="small" onClick={() => void show(id)}>
          {text}
        </Button>
      ))}
    </nav>
  )
}

import { useLocation } from 'react-router-dom'
import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useIsPageScrolled } from '../ui/use-is-page-scrolled.ts'
import { SiteFooter } from './footer.tsx'
import './floating-button.css'

function FloatingCallToAction() {
  const { pathname } = useLocation()
  const { userRole, loading } = useAuth()
  const scrolled = useIsPageScrolled()
  if (pathname !== '/' || !scrolled || loading) return null
  const [to, text] =
    userRole === 'cliente' ? ['/client', 'Mi Panel'] : ['/primera-consulta', 'Comienza tu transformación']
  return (
    <aside className="floating-button" aria-label="Siguiente paso">
      <ButtonLink to={to}>{text}</ButtonLink>
    </aside>
  )
}

export const SitePageEnd = () => (
  <>
    <FloatingCallToAction />
    <SiteFooter />
  </>
)

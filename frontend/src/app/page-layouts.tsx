import { createContext, Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { SiteFooter } from './footer.tsx'
import { SiteHeader } from './header.tsx'
import { PanelHeaderContext, type PanelHeaderOptions } from './panel-header.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { useAuth } from '../api/auth.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { useIsPageScrolled } from '../ui/use-is-page-scrolled.ts'
import './shell.css'
import './floating-button.css'

const contentId = 'contenido'

/** Content that takes keyboard focus right after the skip link, before the header. */
export const BeforePageContentContext = createContext<ReactNode>(null)

/** Scroll position and focus start at the top of every new page. */
function useFreshStart() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [pathname, hash])
}

const Frame = ({ children }: { readonly children?: ReactNode }) => {
  useFreshStart()
  const [panel, setPanel] = useState<PanelHeaderOptions>()
  return (
    <PanelHeaderContext value={setPanel}>
      <a className="skip-link" href={`#${contentId}`}>
        Saltar al contenido
      </a>
      {use(BeforePageContentContext)}
      <SiteHeader panel={panel} />
      <main className="shell-main" id={contentId} tabIndex={-1}>
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </main>
      {children}
    </PanelHeaderContext>
  )
}

export const PublicPageLayout = () => (
  <Frame>
    <FloatingCallToAction />
    <SiteFooter />
  </Frame>
)

/** For single-task pages and panels: without a footer. */
export const PlainPageLayout = () => <Frame />

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

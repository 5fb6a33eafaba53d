import { createContext, Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { FloatingButton } from './floating-button.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PanelFrame, type PanelHeader } from './panel-frame.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import './shell.css'

const contentId = 'contenido'

/** Content that takes keyboard focus right after the skip link, before the header. */
export const BeforePages = createContext<ReactNode>(null)

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
  const [panel, setPanel] = useState<PanelHeader>()
  return (
    <PanelFrame value={setPanel}>
      <a className="skip-link" href={`#${contentId}`}>
        Saltar al contenido
      </a>
      {use(BeforePages)}
      <Header panel={panel} />
      <main className="shell-main" id={contentId} tabIndex={-1}>
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </main>
      {children}
    </PanelFrame>
  )
}

export const PublicShell = () => (
  <Frame>
    <FloatingButton />
    <Footer />
  </Frame>
)

/** For single-task pages and panels: without a footer. */
export const PlainShell = () => <Frame />

import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { SiteHeader } from './header.tsx'
import { PanelHeaderContext, type PanelHeaderOptions } from './panel-header.tsx'
import { PageLoadError } from '../ui/load-errors.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './shell.css'

const contentId = 'contenido'

/** Content that takes keyboard focus right after the skip link, before the header. */
export const BeforePageContentContext = createContext<ReactNode>(null)

/** Scroll position and focus start at the top of every new page. */
function useFreshStart() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  // With the page itself: as an effect it would take back where a link of the header has led.
  useLayoutEffect(() => {
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
      {useContext(BeforePageContentContext)}
      <SiteHeader panel={panel} />
      <main className="shell-main" id={contentId} tabIndex={-1}>
        <WhileLoading show={<LoadingScreen />} failed={PageLoadError}>
          <Outlet />
        </WhileLoading>
      </main>
      {children}
    </PanelHeaderContext>
  )
}

/** Loaded apart, for the panels end without it. */
const SitePageEnd = lazy(async () => ({ default: (await import('./site-page-end.tsx')).SitePageEnd }))

export const PublicPageLayout = Object.assign(
  () => (
    <Frame>
      <WhileLoading>
        <SitePageEnd />
      </WhileLoading>
    </Frame>
  ),
  { load: SitePageEnd.load, isLoaded: SitePageEnd.isLoaded },
)

/** For single-task pages and panels: without a footer. */
export const PlainPageLayout = () => <Frame />

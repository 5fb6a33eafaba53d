import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { SiteHeader } from './header.tsx'
import { PanelHeaderContext, type PanelHeaderOptions } from './panel-header.tsx'
import { PageLoadError } from '../ui/load-errors.tsx'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { lazy, WhileLoading } from '../ui/lazy.tsx'
import './shell.css'

const contentId = 'contenido'

/** Focusable content between the skip link and the header. */
export const BeforePageContentContext = createContext<ReactNode>(null)

function useContentFocus() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }, [pathname])
}

const Frame = ({ children }: { readonly children?: ReactNode }) => {
  useContentFocus()
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

/** A chunk of its own, because the panels have no footer. */
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

export const PlainPageLayout = () => <Frame />

import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient } from './api/endpoint-query.ts'
import { PanelLoadingSkeleton } from './app/panel-loading-skeleton.tsx'
import { AppRoot } from './app-root.tsx'
import { CookieBanner } from './features/consent/cookie-banner.tsx'
import { preloadPage } from './router.tsx'
import { CollectDocumentHead, type DocumentHead } from './ui/page-head.ts'
import type { UNKNOWN_PAGE_PATH, PublicPagePath } from './content/public-pages.ts'

export { buildCanonicalUrl } from './ui/canonical-url.ts'
export { publicPageModules } from './content/public-page-modules.ts'
export { UNKNOWN_PAGE_PATH, publicPages } from './content/public-pages.ts'
export { buildStructuredData } from './site/structured-data.ts'

export interface RenderedPage {
  readonly head: DocumentHead
  readonly body: string
}

export async function renderPublicPage(path: PublicPagePath | typeof UNKNOWN_PAGE_PATH): Promise<RenderedPage> {
  await preloadPage(path)
  const queries = createQueryClient()
  let head: DocumentHead | undefined
  const body = renderToString(
    <CollectDocumentHead.Provider value={(said) => (head = said)}>
      <AppRoot
        queries={queries}
        place={(pages) => <StaticRouter location={path}>{pages}</StaticRouter>}
        beside={null}
      />
    </CollectDocumentHead.Provider>,
  )
  // The garbage collection timers of the cache would keep the build process alive.
  queries.clear()
  if (!head) throw new Error(`${path} has no title`)
  return { head, body }
}

export const renderCookieBanner = (): string =>
  renderToString(<CookieBanner configure={() => undefined} answered={() => undefined} />)

export const renderPanelSkeleton = (): string => renderToString(<PanelLoadingSkeleton />)

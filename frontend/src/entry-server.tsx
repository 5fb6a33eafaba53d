import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient } from './api/endpoint-query.ts'
import { PanelLoadingSkeleton } from './app/panel-loading-skeleton.tsx'
import { AppRoot } from './app-root.tsx'
import { CookieBanner } from './features/consent/cookie-banner.tsx'
import { preloadPage } from './router.tsx'
import type { UNKNOWN_PAGE_PATH, PublicPagePath } from './content/public-pages.ts'

export { buildCanonicalUrl } from './ui/canonical-url.ts'
export { UNKNOWN_PAGE_PATH, publicPages } from './content/public-pages.ts'
export { buildStructuredData } from './site/structured-data.ts'

export async function renderPublicPage(path: PublicPagePath | typeof UNKNOWN_PAGE_PATH): Promise<string> {
  await preloadPage(path)
  const queries = createQueryClient()
  const html = renderToString(
    <AppRoot queries={queries} place={(pages) => <StaticRouter location={path}>{pages}</StaticRouter>} beside={null} />,
  )
  // What was asked is kept for minutes by a timer, and the build would wait for it.
  queries.clear()
  return html
}

/** What asks about cookies before a page is alive. */
export const renderCookieBanner = (): string =>
  renderToString(<CookieBanner configure={() => undefined} answered={() => undefined} />)

export const renderPanelSkeleton = (): string => renderToString(<PanelLoadingSkeleton />)

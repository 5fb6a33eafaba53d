import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { makeQueryClient } from './api/query.ts'
import { ShellSkeleton } from './app/shell-skeleton.tsx'
import { Application } from './application.tsx'
import { CookieBanner } from './features/consent/cookie-banner.tsx'
import { loadPage } from './router.tsx'
import type { anyOtherPath, PublicPath } from './content/public-pages.ts'

export { canonicalOf } from './ui/address.ts'
export { anyOtherPath, publicPages } from './content/public-pages.ts'
export { structuredDataOf } from './site/structured-data.ts'

export async function render(path: PublicPath | typeof anyOtherPath): Promise<string> {
  await loadPage(path)
  const queries = makeQueryClient()
  const html = renderToString(
    <Application
      queries={queries}
      place={(pages) => <StaticRouter location={path}>{pages}</StaticRouter>}
      beside={null}
    />,
  )
  // What was asked is kept for minutes by a timer, and the build would wait for it.
  queries.clear()
  return html
}

/** What asks about cookies before a page is alive. */
export const renderQuestion = (): string =>
  renderToString(<CookieBanner configure={() => undefined} answered={() => undefined} />)

export const renderShell = (): string => renderToString(<ShellSkeleton />)

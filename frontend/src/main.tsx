import { useSyncExternalStore, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { isGoogleSignInWindow } from './api/amplify.ts'
import { prefetchAccount } from './api/auth.tsx'
import { createQueryClient } from './api/endpoint-query.ts'
import { loadSessionCalls } from './api/load-session-calls.ts'
import { hasStoredSession } from './api/session-storage.ts'
import { isPanelPath } from './app/panel-header.tsx'
// Before every other import that brings a style sheet: its first one declares the order of the cascade layers.
import { AppRoot } from './app-root.tsx'
import { preloadAccountMenu } from './app/header.tsx'
import { hoistStaticCookieBanner } from './features/consent/static-cookie-banner.ts'
import { preloadPage } from './router.tsx'
import { canShowPrerenderedPage } from './site/prerendered-page-use.ts'
import { PAGE_HYDRATED_EVENT } from './site/lazy-page.ts'
import { UNKNOWN_PAGE_PATH } from './content/public-pages.ts'
import { restoreControlledFields } from './site/controlled-fields.ts'
import { runEffectsAtOnce } from './site/effects-at-once.ts'
import { replayCapturedPresses } from './site/replay-presses.ts'
import { waitUntilReleased } from './site/wait-until-released.ts'
import { linkInlinedStyleSheets } from './site/link-inlined-style-sheets.ts'
import { captureFocus, captureTypedValues } from './site/restore-typed-values.ts'
import { Notices, preloadNotices } from './ui/notices.tsx'
import { runOnFirstInteraction } from './ui/on-first-interaction.ts'
import { recordFailedStyleSheets } from './ui/style-sheets.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/**
 * Longest wait for account and first query before a panel's skeleton is rendered; rendering it earlier would render
 * twice.
 */
const OUTLINE_MS = 1500
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const never = () => () => undefined

const AfterHydration = ({ children }: { readonly children: ReactNode }) => {
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return alive && children
}

restoreControlledFields()
runEffectsAtOnce()
recordFailedStyleSheets()
// Before the first dynamic import, which would fetch the style sheets again.
linkInlinedStyleSheets()

const { pathname } = window.location
const path = pathname.replace(/\/+$/, '') || '/'
const queries = createQueryClient()
const application = (
  <AppRoot
    queries={queries}
    place={(pages) => <BrowserRouter>{pages}</BrowserRouter>}
    beside={
      <AfterHydration>
        <Notices />
      </AfterHydration>
    }
  />
)

async function prefetchPanel(): Promise<void> {
  const role = await prefetchAccount(queries)
  if (role !== 'cliente' || path !== '/client' || !window.earlyResponses) return
  const { prefetchClientToday } = await import('./app/client-today.tsx')
  await prefetchClientToday(queries)
}

async function show(place: HTMLElement): Promise<void> {
  // A failed download is repeated when the component renders, and its error is shown there. The window of a Google
  // sign-in reads its account at once, because the waiting page removes the tokens from the storage.
  const needsSession = hasStoredSession() || isGoogleSignInWindow()
  const answers = hasStoredSession() && !isGoogleSignInWindow() ? prefetchPanel() : undefined
  // A visitor without a session is redirected from a panel to the sign-in.
  const next = needsSession || !isPanelPath(path) ? path : '/auth'
  await Promise.allSettled([
    preloadPage(next),
    needsSession ? Promise.all([loadSessionCalls(), preloadAccountMenu()]) : undefined,
    isPanelPath(path) ? Promise.race([answers, pause(OUTLINE_MS)]) : undefined,
  ])
  const { page } = place.dataset
  const isPrerendered = (page === path || page === UNKNOWN_PAGE_PATH) && canShowPrerenderedPage()
  if (!isPrerendered) await waitUntilReleased(place)
  const typeAgain = captureTypedValues(place)
  const focusAgain = captureFocus()
  const goOn = () => {
    typeAgain()
    focusAgain()
    replayCapturedPresses()
  }
  document.addEventListener(PAGE_HYDRATED_EVENT, goOn, { once: true })
  if (isPrerendered) {
    hoistStaticCookieBanner()
    hydrateRoot(place, application)
    return
  }
  createRoot(place).render(application)
}

async function start(place: HTMLElement): Promise<void> {
  await show(place)
  if (hasStoredSession()) runOnFirstInteraction(preloadNotices)
}

void start(root)

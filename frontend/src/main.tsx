import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { makeQueryClient } from './api/query.ts'
import { Application } from './application.tsx'
import { moveFirstBannerOut } from './features/consent/first-banner.ts'
import { loadPage } from './router.tsx'
import { isFreshVisit } from './site/fresh-visit.ts'
import { pageAliveEvent } from './site/page.tsx'
import { anyOtherPath } from './content/public-pages.ts'
import { replayPresses } from './site/replay-presses.ts'
import { nameSheets } from './site/refused-style.ts'
import { rememberFocus, rememberTyped } from './site/restore-typed.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const never = () => () => undefined

/** Renders its children only after hydration, because prerendered pages do not contain them. */
const AfterHydration = ({ children }: { readonly children: ReactNode }) => {
  const alive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return alive && <Suspense>{children}</Suspense>
}

// Before anything is imported that would fetch them.
nameSheets()
const noticesModule = import('./ui/notices.tsx')
const Notices = lazy(async () => ({ default: (await noticesModule).Notices }))

const { pathname } = window.location
const path = pathname.replace(/\/+$/, '') || '/'
const application = (
  <Application
    queries={makeQueryClient()}
    place={(pages) => <BrowserRouter>{pages}</BrowserRouter>}
    beside={
      <AfterHydration>
        <Notices />
      </AfterHydration>
    }
  />
)

/** Removed before a client render, which adds these head elements again. */
const rendered = 'title, meta[name=description], meta[name=robots], link[rel=canonical]'

async function show(place: HTMLElement): Promise<void> {
  // What cannot be downloaded is asked for again while it is drawn, where its failure is shown.
  await loadPage(path).catch(() => undefined)
  const { page } = place.dataset
  const typeAgain = rememberTyped(place)
  const focusAgain = rememberFocus()
  const goOn = () => {
    typeAgain()
    focusAgain()
    replayPresses()
  }
  document.addEventListener(pageAliveEvent, goOn, { once: true })
  if ((page === path || page === anyOtherPath) && isFreshVisit()) {
    moveFirstBannerOut()
    hydrateRoot(place, application)
    return
  }
  for (const element of document.head.querySelectorAll(rendered)) element.remove()
  // In one go with what follows it, so that no key that is pressed meanwhile finds a page without a focus.
  flushSync(() => createRoot(place).render(application))
}

void show(root)

import { useEffect, useSyncExternalStore } from 'react'
import { lazy, WhileLoading } from './lazy.tsx'
import { NoLoadError } from './load-errors.tsx'
import { toasterNeed } from './show-notice.ts'

const Toaster = lazy(async () => ({ default: (await import('./notice-toaster.tsx')).NoticeToaster }))

/** For whoever is signed in, most of whose presses end with a notice. */
export function preloadNotices(): void {
  toasterNeed.declare()
  // What cannot be downloaded is asked for again where it is drawn.
  Toaster.load().catch(() => undefined)
}

/** Whoever begins to fill in a form will be told how it went, which must not need a connection that has been lost by then. */
function useNeedOfForms() {
  useEffect(() => {
    document.addEventListener('input', toasterNeed.declare, { once: true })
    return () => document.removeEventListener('input', toasterNeed.declare)
  }, [])
}

/** The same region as the toaster's, until its code is there. */
const empty = <section aria-label="Avisos" aria-live="polite" />

export function Notices() {
  const isNeeded = useSyncExternalStore(toasterNeed.subscribe, toasterNeed.read)
  useNeedOfForms()
  return (
    <WhileLoading show={empty} failed={NoLoadError}>
      {isNeeded ? <Toaster /> : empty}
    </WhileLoading>
  )
}

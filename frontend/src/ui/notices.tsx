import { useEffect, useSyncExternalStore } from 'react'
import { lazy, WhileLoading } from './lazy.tsx'
import { NoLoadError } from './load-errors.tsx'
import { toasterNeed } from './show-notice.ts'

const Toaster = lazy(async () => ({ default: (await import('./notice-toaster.tsx')).NoticeToaster }))

/** For signed-in users, most of whose actions end with a notice. */
export function preloadNotices(): void {
  toasterNeed.declare()
  // A failed download is repeated when the component renders.
  Toaster.load().catch(() => undefined)
}

/**
 * Loads the toaster when somebody begins to fill in a form, because the connection may be lost when the result is
 * shown.
 */
function useNeedOfForms() {
  useEffect(() => {
    document.addEventListener('input', toasterNeed.declare, { once: true })
    return () => document.removeEventListener('input', toasterNeed.declare)
  }, [])
}

/** The toaster's live region, present before its code is loaded. */
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

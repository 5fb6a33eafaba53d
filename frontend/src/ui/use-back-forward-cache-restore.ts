import { useEffect, useEffectEvent } from 'react'

/** Calls `wake` when the page is restored from the back-forward cache, where it would still be busy. */
export function useBackForwardCacheRestore(wake: () => void): void {
  const returned = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) wake()
  })
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => returned(event)
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}

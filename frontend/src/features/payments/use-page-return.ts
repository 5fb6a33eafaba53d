import { useEffect, useEffectEvent } from 'react'

/** Calls `wake` when the back button leads from the payment page to this one, which the browser kept as it was left: busy. */
export function usePageReturn(wake: () => void): void {
  const returned = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) wake()
  })
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => returned(event)
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}

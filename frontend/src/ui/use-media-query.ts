import { useSyncExternalStore } from 'react'

/** False before hydration and where the browser does not support it. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener('change', listener)
      return () => list?.removeEventListener('change', listener)
    },
    () => window.matchMedia?.(query)?.matches ?? false,
    () => false,
  )

import { useSyncExternalStore } from 'react'

/** Where the browser cannot tell, and before it can, it does not match. */
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

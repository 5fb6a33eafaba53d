import { useSyncExternalStore } from 'react'

const threshold = 50

function subscribe(tell: () => void): () => void {
  window.addEventListener('scroll', tell, { passive: true })
  return () => window.removeEventListener('scroll', tell)
}

export const useIsPageScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => false,
  )

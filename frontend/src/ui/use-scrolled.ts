import { useSyncExternalStore } from 'react'

/** Pixels from which a page counts as scrolled. */
const threshold = 50

function subscribe(tell: () => void): () => void {
  window.addEventListener('scroll', tell, { passive: true })
  return () => window.removeEventListener('scroll', tell)
}

/** Whether more than 50 pixels of the page have gone by; never so in prerendered HTML. */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.scrollY > threshold,
    () => false,
  )

import { useLayoutEffect, useRef } from 'react'
import { type Location, NavigationType, useNavigationType } from 'react-router-dom'

/**
 * By key of the history entry. The browser keeps them too, but returns to them before the page of the entry is drawn:
 * its code may have to be loaded first, and its lists are.
 */
const positions = new Map<string, number>()

const currentKey = () => (window.history.state as { readonly key?: string } | null)?.key ?? 'default'

const restoreMilliseconds = 3000
const signsOfUse = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Scrolls as far as the page reaches whenever it grows, until it is high enough, or the user moves it. */
function restorePosition(top: number): () => void {
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(window.scrollY - top) <= 1) stop()
  })
  const timer = setTimeout(stop, restoreMilliseconds)
  function stop() {
    observer.disconnect()
    clearTimeout(timer)
    for (const sign of signsOfUse) window.removeEventListener(sign, stop)
  }
  for (const sign of signsOfUse) window.addEventListener(sign, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

/**
 * A new page begins at its top; back and forward lead to where it was left. Called above the routes: below them React
 * Router calls every navigation a traversal (`useRoutes` with a location).
 */
export function usePageScroll({ key, pathname, hash }: Location): void {
  const isTraversal = useNavigationType() === NavigationType.Pop
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    const note = () => {
      // Another entry's page is not drawn yet, but the browser may already scroll for it.
      if (currentKey() === key) positions.set(key, window.scrollY)
    }
    const frame = requestAnimationFrame(note)
    window.addEventListener('scroll', note, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', note)
    }
  }, [key])
  // A layout effect: an effect would undo the scrolling of a header link.
  useLayoutEffect(() => {
    if (shown.current === pathname) return undefined
    shown.current = pathname
    if (!isTraversal) {
      if (!hash) window.scrollTo({ top: 0, behavior: 'instant' })
      return undefined
    }
    const position = positions.get(key)
    // Of an entry from before a reload, the browser alone knows it.
    return position === undefined ? undefined : restorePosition(position)
  }, [key, pathname, hash, isTraversal])
}

import { type RefObject, useEffect } from 'react'

/** Being in view from the start is not reaching it. */
export function useScrolledTo(part: RefObject<Element | null>, onReach: () => void): void {
  useEffect(() => {
    const onScroll = () => {
      if (part.current && isReached(part.current)) onReach()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  })
}

/** Half of the window is past its beginning, or its end is in view: the end of a page may be shorter than half a window. */
function isReached(part: Element): boolean {
  const { top, bottom } = part.getBoundingClientRect()
  return top < window.innerHeight / 2 || bottom <= window.innerHeight
}

import { useEffect } from 'react'

/** Snaps when less than this share of the window's height is left to the next section. */
const nearby = 0.2

/** As in landing-page.css; touch screens use native scroll snapping. */
const snaps = '(prefers-reduced-motion: no-preference) and (height >= 40rem) and (pointer: fine)'

/** Pixels from the scroll position to the next section in the scroll direction; undefined when none is near. */
function ahead(page: HTMLElement, forward: boolean): number | undefined {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement)
  const line = Number.parseFloat(scrollPaddingTop) || 0
  const distances = [...page.querySelectorAll('.landing-section')].map(
    (section) => section.getBoundingClientRect().top - line,
  )
  return distances.find(
    (distance) => distance * (forward ? 1 : -1) > 1 && Math.abs(distance) <= window.innerHeight * nearby,
  )
}

/**
 * Native snapping goes to the nearest section, which may be the one being left: a single wheel notch would have no
 * effect. This snapping only moves in the scroll direction.
 */
export function useSectionScrollSnap(page: HTMLElement | null): void {
  useEffect(() => {
    if (!page || !('onscrollend' in window)) return undefined
    // The last resting position: when the wheel event arrives, the page may already have scrolled.
    let rested = window.scrollY
    let byHand = false
    const begin = () => {
      byHand = true
    }
    const end = () => {
      const moved = window.scrollY - rested
      rested = window.scrollY
      if (!byHand || moved === 0 || !window.matchMedia(snaps).matches) return
      byHand = false
      const distance = ahead(page, moved > 0)
      if (distance !== undefined) window.scrollBy({ top: distance, behavior: 'smooth' })
    }
    const signs = ['wheel', 'keydown']
    for (const sign of signs) window.addEventListener(sign, begin, { passive: true })
    document.addEventListener('scrollend', end)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, begin)
      document.removeEventListener('scrollend', end)
    }
  }, [page])
}

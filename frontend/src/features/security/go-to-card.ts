import { useLayoutEffect, useRef } from 'react'

/** To the title of a card of this tab: who reads on by ear or keyboard goes on there too. */
export function goToCard(titleId: string): void {
  focusTitle(titleId)?.scrollIntoView({ block: 'start' })
}

function focusTitle(titleId: string): HTMLElement | null {
  const title = document.getElementById(titleId)
  if (title) {
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }
  return title
}

/** How long after an act a lost focus may come from it. */
const ROW_GOES_MS = 5000

/**
 * Whoever has acted on a row that goes with it is not thrown back to the top of the page, but goes on at the title of the
 * card. Answers what tells of such an act.
 */
export function useKeepFocus(titleId: string): () => void {
  const actedAt = useRef(0)
  // After every render: the row goes with one of the next.
  useLayoutEffect(() => {
    const isRecent = Date.now() - actedAt.current < ROW_GOES_MS
    if (!isRecent || document.activeElement !== document.body) return
    actedAt.current = 0
    focusTitle(titleId)
  })
  return () => void (actedAt.current = Date.now())
}

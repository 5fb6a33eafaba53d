import { useLayoutEffect, useRef } from 'react'

/** Moves the focus too, for keyboard and screen reader users. */
export function scrollToCard(titleId: string): void {
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

/** Focus lost within this time after an action is attributed to it. */
const ROW_GOES_MS = 5000

/**
 * When an action removes its row, the focus moves to the card's title instead of the top of the page.
 * @returns a function to call on every such action
 */
export function useFocusAfterRowRemoval(titleId: string): () => void {
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

import { focusTitle } from '../../ui/focus.ts'

/** Moves the focus too, for keyboard and screen reader users. */
export function scrollToCard(titleId: string): void {
  const title = document.getElementById(titleId)
  focusTitle(title)
  title?.scrollIntoView({ block: 'start' })
}

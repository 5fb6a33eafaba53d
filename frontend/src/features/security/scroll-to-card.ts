import { focusTitle } from '../../ui/focus.ts'

export function scrollToCard(titleId: string): void {
  const title = document.getElementById(titleId)
  focusTitle(title)
  title?.scrollIntoView({ block: 'start' })
}

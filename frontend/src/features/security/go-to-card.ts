/** To the title of a card of this tab: who reads on by ear or keyboard goes on there too. */
export function goToCard(titleId: string): void {
  const title = document.getElementById(titleId)
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
  title.scrollIntoView({ block: 'start' })
}

import { cookieChoiceStore } from './cookie-choice.ts'

const firstId = 'first-cookie-banner'
const takenOverClass = 'cookie-banner-taken-over'

/** Shows the banner before hydration; each document contains it as a template. */
export function showStaticCookieBanner(): void {
  if (cookieChoiceStore.read()) return
  const banner = document.querySelector('template')?.content.firstElementChild?.cloneNode(true)
  if (!(banner instanceof HTMLElement)) return
  banner.id = firstId
  document.querySelector('.skip-link')?.after(banner)
  document.documentElement.style.setProperty('--cookie-banner-height', `${banner.offsetHeight}px`)
}

const controlsIn = (banner: Element | null) => [...(banner?.querySelectorAll<HTMLElement>('a, button') ?? [])]

/** Until hydration the banner is at the end of the document, but Tab after the skip link must lead to it. */
function tabIntoBanner(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.shiftKey || !document.activeElement?.matches('.skip-link')) return
  event.preventDefault()
  controlsIn(document.getElementById(firstId))[0]?.focus({ preventScroll: true })
}

/** Before hydration, which expects no further element in the root. */
export function hoistStaticCookieBanner(): void {
  const first = document.getElementById(firstId)
  if (!first) return
  document.addEventListener('keydown', tabIntoBanner)
  const focused = controlsIn(first).find((control) => control === document.activeElement)
  document.documentElement.classList.add(takenOverClass)
  document.body.prepend(first)
  focused?.focus({ preventScroll: true })
}

export function replaceStaticCookieBanner(): void {
  const first = document.getElementById(firstId)
  if (!first) return
  const focused = controlsIn(first).findIndex((control) => control === document.activeElement)
  document.removeEventListener('keydown', tabIntoBanner)
  first.remove()
  controlsIn(document.querySelector('.cookie-banner'))[focused]?.focus({ preventScroll: true })
}

import { cookieChoiceStore } from './cookie-choice.ts'

const firstId = 'first-cookie-banner'
const takenOverClass = 'cookie-banner-taken-over'

/**
 * Asks whoever has not answered before the page is alive: the banner stands in each document as a template. What is
 * pressed in it is kept like every press (site/capture-presses.ts).
 */
export function showStaticCookieBanner(): void {
  if (cookieChoiceStore.read()) return
  const banner = document.querySelector('template')?.content.firstElementChild?.cloneNode(true)
  if (!(banner instanceof HTMLElement)) return
  banner.id = firstId
  document.querySelector('.skip-link')?.after(banner)
  document.documentElement.style.setProperty('--cookie-banner-height', `${banner.offsetHeight}px`)
}

const controlsIn = (banner: Element | null) => [...(banner?.querySelectorAll<HTMLElement>('a, button') ?? [])]

/** Before the application has drawn its own banner, this one stands ahead of the link after which the keyboard looks for it. */
function tabIntoBanner(event: KeyboardEvent): void {
  if (event.key !== 'Tab' || event.shiftKey || !document.activeElement?.matches('.skip-link')) return
  event.preventDefault()
  controlsIn(document.getElementById(firstId))[0]?.focus({ preventScroll: true })
}

/** Before the application takes the page over, which would find one element too many in it. */
export function hoistStaticCookieBanner(): void {
  const first = document.getElementById(firstId)
  if (!first) return
  document.addEventListener('keydown', tabIntoBanner)
  const focused = controlsIn(first).find((control) => control === document.activeElement)
  document.documentElement.classList.add(takenOverClass)
  document.body.prepend(first)
  focused?.focus({ preventScroll: true })
}

/** Makes way for the banner of the page that is alive, in the same drawing, and leaves the focus where it is. */
export function replaceStaticCookieBanner(): void {
  const first = document.getElementById(firstId)
  if (!first) return
  const focused = controlsIn(first).findIndex((control) => control === document.activeElement)
  document.removeEventListener('keydown', tabIntoBanner)
  first.remove()
  controlsIn(document.querySelector('.cookie-banner'))[focused]?.focus({ preventScroll: true })
}

/**
 * The only script that comes with a page. It fetches the others when the browser is idle or somebody begins to use the
 * page, and keeps what was pressed in the meantime until there is somebody to hear it. Built as a file of its own.
 */
import { isFreshVisit } from './fresh-visit.ts'
import { replaceRefusedStyle } from './refused-style.ts'

const firstSigns = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin']
const idleTimeout = 3000
const idleMillisecondsElsewhere = 1000

let pressed: (() => unknown) | undefined

/** A page that is not alive yet would send its form natively. */
function keepSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event
  event.preventDefault()
  if (form instanceof HTMLFormElement) pressed = () => form.isConnected && form.requestSubmit(submitter)
}

/** Forms tell of their own submission, and some buttons need no script. */
function keepClick({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest('button') : null
  const submits = button?.form && button.type === 'submit'
  if (!button || submits || button.matches('[popovertarget], [commandfor]')) return
  pressed = () => button.isConnected && button.click()
}

function pressAgain(): void {
  document.removeEventListener('submit', keepSubmit, true)
  document.removeEventListener('click', keepClick, true)
  pressed?.()
}

function fetchPage(): void {
  for (const sign of firstSigns) window.removeEventListener(sign, fetchPage, true)
  const { entry = '', chunks = '' } = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
  if (document.querySelector(`script[src="${entry}"]`)) return
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }))
  for (const href of chunks.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}

function fetchWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(fetchPage, { timeout: idleTimeout })
  else setTimeout(fetchPage, idleMillisecondsElsewhere)
}

/** The page comes first: it is drawn, in its own fonts, before anything else is fetched. */
async function fetchOnceDrawn(): Promise<void> {
  await document.fonts.ready
  requestAnimationFrame(() => setTimeout(fetchWhenIdle))
}

document.addEventListener('submit', keepSubmit, true)
document.addEventListener('click', keepClick, true)
document.addEventListener('page-alive', pressAgain, { once: true })
for (const sign of firstSigns) window.addEventListener(sign, fetchPage, { capture: true, passive: true })

replaceRefusedStyle()
if (!isFreshVisit()) fetchPage()
else if (document.readyState === 'complete') void fetchOnceDrawn()
else window.addEventListener('load', () => void fetchOnceDrawn())

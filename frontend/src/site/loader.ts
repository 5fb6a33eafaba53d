/**
 * The only script that comes with a page, besides the one within it. It fetches the others when the browser is idle or
 * somebody begins to use the page. Built as a file of its own.
 */
import { isFreshVisit } from './fresh-visit.ts'
import { capturePresses } from './capture-presses.ts'
import { replaceRefusedStyle } from './refused-style.ts'

// The click belongs to it: what the pointer's touch began may have failed before the finger is lifted.
const firstSigns = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'click']
const idleTimeout = 3000
const idleMillisecondsElsewhere = 1000

function fetchAtFirstSign(): void {
  for (const sign of firstSigns) window.addEventListener(sign, fetchPage, { capture: true, passive: true })
}

/** Whoever pressed something sees that it did not work, and may press again. */
function giveBack(): void {
  for (const button of window.keptPresses ?? []) delete button.dataset['kept']
  window.keptPresses?.clear()
  fetchAtFirstSign()
}

let isFetching = false

/**
 * A module that could not be fetched once is never asked for again by the same document, so the files are brought into
 * the browser's cache first: that can be tried as often as somebody presses.
 */
async function fetchPage(): Promise<void> {
  for (const sign of firstSigns) window.removeEventListener(sign, fetchPage, true)
  if (isFetching) return
  isFetching = true
  const { entry = '', chunks = '' } = document.querySelector<HTMLElement>('script[data-entry]')?.dataset ?? {}
  try {
    await Promise.all([entry, ...chunks.split(' ').filter(Boolean)].map(cached))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }))
  } catch {
    isFetching = false
    giveBack()
  }
}

async function cached(href: string): Promise<void> {
  const answer = await fetch(href)
  if (!answer.ok) throw new Error(`${href} answered ${answer.status}`)
  await answer.arrayBuffer()
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

capturePresses()
fetchAtFirstSign()

/** Whether somebody pressed something or is about to type before this script had arrived. */
const isInUse = () => Boolean(window.keptPresses?.size) || document.activeElement !== document.body

replaceRefusedStyle()
if (!isFreshVisit() || isInUse()) void fetchPage()
else if (document.readyState === 'complete') void fetchOnceDrawn()
else window.addEventListener('load', () => void fetchOnceDrawn())

/**
 * The only script that comes with a page, besides the one within it. It fetches the others when somebody begins to use the
 * page: whoever only reads downloads none of them. Built as a file of its own.
 */
import { tabStorage } from '../api/browser-storage.ts'
import { showStaticCookieBanner } from '../features/consent/static-cookie-banner.ts'
import { pendingConsentReceipts } from '../features/consent/pending-consent-receipts.ts'
import { capturePresses } from './capture-presses.ts'
import { canShowPrerenderedPage } from './prerendered-page-use.ts'
import { UNKNOWN_PAGE_PATH } from '../content/public-pages.ts'
import { TAB_DRAFT_KEY_PREFIX } from '../ui/form-draft-store.ts'
import { linkInlinedStyleSheets } from './link-inlined-style-sheets.ts'

// The click belongs to it: what the pointer's touch began may have failed before the finger is lifted.
// Another tab that signs in or answers about cookies writes into the storage.
const firstSigns = [
  'pointerdown',
  'pointermove',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'click',
  'storage',
]

/** Chromium tells of a pointer that rests where the page has just been drawn. */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY

function onSign(event: Event): void {
  if (!isAtRest(event)) void fetchPage()
}

function fetchAtFirstSign(): void {
  for (const sign of firstSigns) window.addEventListener(sign, onSign, { capture: true, passive: true })
}

/** Re-enables pressed buttons after a failed download. */
function giveBack(): void {
  for (const button of window.keptPresses ?? []) delete button.dataset['kept']
  window.keptPresses?.clear()
  fetchAtFirstSign()
}

let isFetching = false

/**
 * A document never fetches a failed module again, so the files are loaded into the browser's cache first, which can be
 * retried.
 */
async function fetchPage(): Promise<void> {
  for (const sign of firstSigns) window.removeEventListener(sign, onSign, true)
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

/** The page comes first: it is drawn, in its own fonts, before it asks anything. */
async function askOnceDrawn(): Promise<void> {
  await document.fonts.ready
  requestAnimationFrame(() => setTimeout(showStaticCookieBanner))
}

capturePresses()
fetchAtFirstSign()

/** Whether the page was used before this script arrived. */
const isInUse = () => Boolean(window.keptPresses?.size) || document.activeElement !== document.body

/** Whether the address carries something for the page that is no place in it: a link that was mailed. */
const isTold = ({ search, hash }: Location) => search !== '' || (hash !== '' && !document.getElementById(hash.slice(1)))

const hasVisitorDraft = (): boolean => tabStorage.keys().some((key) => key.startsWith(TAB_DRAFT_KEY_PREFIX))

/** Logs an unknown path, sends a consent that found no network, restores what was typed before a reload. */
const hasWork = () =>
  isTold(window.location) ||
  document.getElementById('root')?.dataset['page'] === UNKNOWN_PAGE_PATH ||
  pendingConsentReceipts.read().length > 0 ||
  hasVisitorDraft()

linkInlinedStyleSheets()
if (!canShowPrerenderedPage() || isInUse() || hasWork()) void fetchPage()
else if (document.readyState === 'complete') void askOnceDrawn()
else window.addEventListener('load', () => void askOnceDrawn())

/**
 * The only external script of a prerendered page; its own chunk. It loads the application when somebody begins to use
 * the page, so that a mere reader downloads nothing else.
 */
import { tabStorage } from '../api/browser-storage.ts'
import { showStaticCookieBanner } from '../features/consent/static-cookie-banner.ts'
import { pendingConsentReceipts } from '../features/consent/pending-consent-receipts.ts'
import { capturePresses } from './capture-presses.ts'
import { canShowPrerenderedPage } from './prerendered-page-use.ts'
import { UNKNOWN_PAGE_PATH } from '../content/public-pages.ts'
import { TAB_DRAFT_KEY_PREFIX } from '../ui/form-draft-store.ts'
import { linkInlinedStyleSheets } from './link-inlined-style-sheets.ts'

// `click` as well: a download begun by `pointerdown` may have failed before the finger is lifted. `storage`: another
// tab signed in or answered the cookie banner.
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

/** Chromium sends pointer events for a resting pointer when the page is drawn below it. */
const isAtRest = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY

function onSign(event: Event): void {
  if (!isAtRest(event)) void fetchPage()
}

function fetchAtFirstSign(): void {
  for (const sign of firstSigns) window.addEventListener(sign, onSign, { capture: true, passive: true })
}

/** After a failed download, so that the buttons can be pressed again. */
function giveBack(): void {
  for (const button of window.keptPresses ?? []) delete button.dataset['kept']
  window.keptPresses?.clear()
  fetchAtFirstSign()
}

let isFetching = false

/**
 * A document never fetches a failed module again. Therefore the files are first fetched into the browser's cache, which
 * can be retried.
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

/** Waits until the page is drawn in its own fonts, so that requests do not delay it. */
async function askOnceDrawn(): Promise<void> {
  await document.fonts.ready
  requestAnimationFrame(() => setTimeout(showStaticCookieBanner))
}

capturePresses()
fetchAtFirstSign()

const isInUse = () => Boolean(window.keptPresses?.size) || document.activeElement !== document.body

/** Whether the address has a query or a fragment that is no element of the page, as a mailed link has. */
const isTold = ({ search, hash }: Location) => search !== '' || (hash !== '' && !document.getElementById(hash.slice(1)))

const hasVisitorDraft = (): boolean => tabStorage.keys().some((key) => key.startsWith(TAB_DRAFT_KEY_PREFIX))

const hasWork = () =>
  isTold(window.location) ||
  document.getElementById('root')?.dataset['page'] === UNKNOWN_PAGE_PATH ||
  pendingConsentReceipts.read().length > 0 ||
  hasVisitorDraft()

linkInlinedStyleSheets()
if (!canShowPrerenderedPage() || isInUse() || hasWork()) void fetchPage()
else if (document.readyState === 'complete') void askOnceDrawn()
else window.addEventListener('load', () => void askOnceDrawn())

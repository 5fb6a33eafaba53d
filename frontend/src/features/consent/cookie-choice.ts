import { COOKIES_MONTHS, COOKIES_VERSION, PRODUCT_SLUG } from '#contract/product'
import { resilientStorage } from './resilient-storage.ts'

/** What somebody answered about cookies, as it is kept in their browser. */
export interface CookieChoice {
  readonly necessary: true
  readonly analytics: boolean
  readonly marketing: boolean
  /** When they answered, in milliseconds of the epoch. */
  readonly timestamp: number
  /** Which text they were shown. */
  readonly textVersion: string
  /** The proof of it on the server, which knows it by nothing else. */
  readonly receiptId: string
}

const key = `${PRODUCT_SLUG}:cookies`

const isChoice = (value: Partial<CookieChoice> | null): value is CookieChoice =>
  value?.necessary === true &&
  typeof value.analytics === 'boolean' &&
  typeof value.marketing === 'boolean' &&
  typeof value.timestamp === 'number' &&
  typeof value.receiptId === 'string'

/** A choice holds for its text and its time; one from the future is no more readable than one from nowhere. */
function holds({ timestamp, textVersion }: CookieChoice): boolean {
  const oldest = new Date()
  oldest.setUTCMonth(oldest.getUTCMonth() - COOKIES_MONTHS)
  return textVersion === COOKIES_VERSION && timestamp > oldest.getTime() && timestamp <= Date.now()
}

function choiceIn(text: string | null): CookieChoice | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<CookieChoice> | null
    return isChoice(value) && holds(value) ? value : undefined
  } catch {
    return undefined
  }
}

let seen: { readonly text: string | null; readonly choice: CookieChoice | undefined } | undefined
const listeners = new Set<() => void>()

/** The choice that holds in this browser, for `useSyncExternalStore`. */
export const cookieChoice = {
  /** The same object for as long as the same is kept. */
  read: (): CookieChoice | undefined => {
    const text = resilientStorage.read(key)
    if (seen?.text !== text) seen = { text, choice: choiceIn(text) }
    return seen.choice
  },
  keep: (choice: CookieChoice): void => {
    resilientStorage.write(key, JSON.stringify(choice))
    for (const tell of listeners) tell()
  },
  /** Tells of choices made here and in other tabs. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
}

import { COOKIES_MONTHS, COOKIES_VERSION, PRODUCT_SLUG } from '#contract/product'
import { resilientStorage } from './resilient-storage.ts'

export interface CookieChoice {
  readonly necessary: true
  readonly analytics: boolean
  readonly marketing: boolean
  readonly timestamp: number
  readonly textVersion: string
  readonly receiptId: string
}

const key = `${PRODUCT_SLUG}:cookies`

const isChoice = (value: Partial<CookieChoice> | null): value is CookieChoice =>
  value?.necessary === true &&
  typeof value.analytics === 'boolean' &&
  typeof value.marketing === 'boolean' &&
  typeof value.timestamp === 'number' &&
  typeof value.receiptId === 'string'

/** Valid for its text version and period only; one dated in the future is invalid. */
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

/** External store for `useSyncExternalStore`. */
export const cookieChoice = {
  /** @returns the same object as long as nothing changes */
  read: (): CookieChoice | undefined => {
    const text = resilientStorage.read(key)
    if (seen?.text !== text) seen = { text, choice: choiceIn(text) }
    return seen.choice
  },
  keep: (choice: CookieChoice): void => {
    resilientStorage.write(key, JSON.stringify(choice))
    for (const tell of listeners) tell()
  },
  /** Also reports choices in other tabs. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
}

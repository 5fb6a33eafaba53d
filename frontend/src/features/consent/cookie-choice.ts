import { addMonthsToInstant } from '#contract/calendar-days'
import { COOKIE_CHOICE_MONTHS, COOKIE_POLICY_VERSION, PRODUCT_SLUG } from '#contract/product'
import { resilientLocalStorage } from './resilient-storage.ts'

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

function holds({ timestamp, textVersion }: CookieChoice): boolean {
  const oldest = addMonthsToInstant(new Date(), -COOKIE_CHOICE_MONTHS)
  return textVersion === COOKIE_POLICY_VERSION && timestamp > oldest.getTime() && timestamp <= Date.now()
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

export const cookieChoiceStore = {
  /** @returns the same object as long as nothing changes */
  read: (): CookieChoice | undefined => {
    const text = resilientLocalStorage.read(key)
    if (seen?.text !== text) seen = { text, choice: choiceIn(text) }
    return seen.choice
  },
  keep: (choice: CookieChoice): void => {
    resilientLocalStorage.write(key, JSON.stringify(choice))
    for (const tell of listeners) tell()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    window.addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', listener)
    }
  },
}

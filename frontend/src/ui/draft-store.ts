import { DRAFT_MS, draftPrefix, localStore, onBroadcast, broadcast } from '../api/local-store.ts'
import { PRODUCT_SLUG } from '#contract/product'

type Values = Readonly<Record<string, unknown>>

/** Only the changed fields, and their values before the change. */
export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>
  readonly base: Readonly<Record<string, unknown>>
  readonly writtenAt: string
}

export interface DraftStore {
  readonly read: (name: string) => unknown
  readonly write: (name: string, draft: StoredDraft) => void
  readonly remove: (name: string) => void
  readonly maxAgeMs: number
  readonly tellDone?: (name: string, values: Values) => void
  /**
   * Calls `listener` with the values, as JSON, of a form saved or discarded in another window.
   * @returns a function that removes the listener
   */
  readonly onDoneElsewhere?: (name: string, listener: (values: string) => void) => () => void
}

const minuteMs = 60_000

/** In localStorage, per user; deleted on sign-out. */
export const browserStore = (userId: string): DraftStore => {
  const nameOf = (name: string) => `${draftPrefix}${userId}:${name}`
  return {
    read: (name) => localStore.get(nameOf(name)),
    write: (name, draft) => void localStore.set(nameOf(name), draft),
    remove: (name) => localStore.remove(nameOf(name)),
    maxAgeMs: DRAFT_MS,
    tellDone: (name, values) => broadcast(`${nameOf(name)}:done`, values),
    onDoneElsewhere: (name, listener) => onBroadcast(`${nameOf(name)}:done`, listener),
  }
}

export const tabPrefix = `${PRODUCT_SLUG}:typed:`

/** In sessionStorage: on a shared computer the next visitor has another tab. */
export const tabStore: DraftStore = {
  read: (name) => {
    try {
      return JSON.parse(window.sessionStorage.getItem(tabPrefix + name) ?? 'null')
    } catch {
      return undefined
    }
  },
  write: (name, draft) => {
    try {
      window.sessionStorage.setItem(tabPrefix + name, JSON.stringify(draft))
    } catch {
      // A browser that keeps nothing loses it at a reload.
    }
  },
  remove: (name) => {
    try {
      window.sessionStorage.removeItem(tabPrefix + name)
    } catch {
      // As above.
    }
  },
  maxAgeMs: 30 * minuteMs,
}

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null &&
  'base' in value &&
  typeof value.base === 'object' &&
  value.base !== null &&
  'writtenAt' in value &&
  typeof value.writtenAt === 'string'

export function draftIn(store: DraftStore, name: string): StoredDraft | undefined {
  const value = store.read(name)
  if (!isStored(value)) return undefined
  if (Date.now() - Date.parse(value.writtenAt) <= store.maxAgeMs) return value
  store.remove(name)
  return undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function changesOf(before: Values, now: Values, omit: readonly string[]): Omit<StoredDraft, 'writtenAt'> | null {
  const names = Object.keys(now).filter((name) => !omit.includes(name) && !same(before[name], now[name]))
  if (names.length === 0) return null
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return { values: pick(now), base: pick(before) }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** The draft's fields that the form still has, with the same type. */
export const applicableValues = (draft: StoredDraft, before: Values): readonly (readonly [string, unknown])[] =>
  Object.entries(draft.values).filter(([name, value]) => name in before && kindOf(before[name]) === kindOf(value))

/** Whether somebody saved other values in these fields since the draft was begun. */
export const isOutdated = (draft: StoredDraft, before: Values): boolean =>
  Object.entries(draft.base).some(([name, value]) => name in before && !same(before[name], value))

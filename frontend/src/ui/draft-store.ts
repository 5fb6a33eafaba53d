import { DRAFT_MS, draftPrefix, localStore, onBroadcast, broadcast } from '../api/local-store.ts'
import { PRODUCT_SLUG } from '#contract/product'

type Values = Readonly<Record<string, unknown>>

/** What somebody typed into a form and did not save: the fields that differ, and what they were before. */
export interface StoredDraft {
  readonly values: Readonly<Record<string, unknown>>
  readonly base: Readonly<Record<string, unknown>>
  readonly writtenAt: string
}

/** Where a draft waits: in this browser until it is saved, discarded or signed out, or in this tab for half an hour. */
export interface DraftStore {
  readonly read: (name: string) => unknown
  readonly write: (name: string, draft: StoredDraft) => void
  readonly remove: (name: string) => void
  readonly maxAgeMs: number
  /** Tells other windows that a form is done with these values. */
  readonly tellDone?: (name: string, values: Values) => void
  /** Calls `listener` with the values, as JSON, that a form of another window is done with; answers how to stop. */
  readonly onDoneElsewhere?: (name: string, listener: (values: string) => void) => () => void
}

const minuteMs = 60_000

/** A draft of somebody who is signed in: nobody else is shown it, and signing out takes it away. */
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

/** A draft of somebody whom we do not know yet: on a shared machine the next person has another tab. */
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

/** What was left under a name, unless it is too old to be shown. */
export function draftIn(store: DraftStore, name: string): StoredDraft | undefined {
  const value = store.read(name)
  if (!isStored(value)) return undefined
  if (Date.now() - Date.parse(value.writtenAt) <= store.maxAgeMs) return value
  store.remove(name)
  return undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of a form that differ from what it began with; those of `omit` are never kept. */
export function changesOf(before: Values, now: Values, omit: readonly string[]): Omit<StoredDraft, 'writtenAt'> | null {
  const names = Object.keys(now).filter((name) => !omit.includes(name) && !same(before[name], now[name]))
  if (names.length === 0) return null
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return { values: pick(now), base: pick(before) }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** What of a draft a form can take up: fields that it still has, of the kind that they are. */
export const applicableValues = (draft: StoredDraft, before: Values): readonly (readonly [string, unknown])[] =>
  Object.entries(draft.values).filter(([name, value]) => name in before && kindOf(before[name]) === kindOf(value))

/** Whether somebody saved something else in these fields since the draft was begun. */
export const isOutdated = (draft: StoredDraft, before: Values): boolean =>
  Object.entries(draft.base).some(([name, value]) => name in before && !same(before[name], value))

import { tabStorage } from '../api/browser-storage.ts'
import {
  DRAFT_LIFETIME_MS,
  DRAFT_KEY_PREFIX,
  localStore,
  onBroadcastFromOtherTab,
  broadcastToOtherTabs,
} from '../api/local-store.ts'
import { PRODUCT_SLUG } from '#contract/product'

type Values = Readonly<Record<string, unknown>>

/** The changed fields, and their values before the change. */
export interface StoredFormDraft {
  readonly values: Readonly<Record<string, unknown>>
  readonly base: Readonly<Record<string, unknown>>
  readonly writtenAt: string
}

export interface FormDraftStore {
  readonly read: (name: string) => unknown
  readonly write: (name: string, draft: StoredFormDraft) => void
  readonly remove: (name: string) => void
  readonly maxAgeMs: number
  readonly tellDone?: (name: string, values: Values) => void
  /** Calls `listener` with the values, as JSON, of a form that was saved or discarded in another window. */
  readonly onDoneElsewhere?: (name: string, listener: (values: string) => void) => () => void
}

const minuteMs = 60_000

/** In localStorage, per user; deleted on sign-out. */
export const createUserDraftStore = (userId: string): FormDraftStore => {
  const nameOf = (name: string) => `${DRAFT_KEY_PREFIX}${userId}:${name}`
  return {
    read: (name) => localStore.get(nameOf(name)),
    write: (name, draft) => void localStore.set(nameOf(name), draft),
    remove: (name) => localStore.remove(nameOf(name)),
    maxAgeMs: DRAFT_LIFETIME_MS,
    tellDone: (name, values) => broadcastToOtherTabs(`${nameOf(name)}:done`, values),
    onDoneElsewhere: (name, listener) => onBroadcastFromOtherTab(`${nameOf(name)}:done`, listener),
  }
}

export const TAB_DRAFT_KEY_PREFIX = `${PRODUCT_SLUG}:typed:`

/** In sessionStorage: on a shared computer the next visitor has another tab. */
export const visitorDraftStore: FormDraftStore = {
  read: (name) => tabStorage.readJson(TAB_DRAFT_KEY_PREFIX + name),
  write: (name, draft) => void tabStorage.write(TAB_DRAFT_KEY_PREFIX + name, JSON.stringify(draft)),
  remove: (name) => tabStorage.remove(TAB_DRAFT_KEY_PREFIX + name),
  maxAgeMs: 30 * minuteMs,
}

const isStored = (value: unknown): value is StoredFormDraft =>
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

export function readFormDraft(store: FormDraftStore, name: string): StoredFormDraft | undefined {
  const value = store.read(name)
  if (!isStored(value)) return undefined
  if (Date.now() - Date.parse(value.writtenAt) <= store.maxAgeMs) return value
  store.remove(name)
  return undefined
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export function computeFormChanges(
  before: Values,
  now: Values,
  omit: readonly string[],
): Omit<StoredFormDraft, 'writtenAt'> | null {
  const names = Object.keys(now).filter((name) => !omit.includes(name) && !same(before[name], now[name]))
  if (names.length === 0) return null
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]))
  return { values: pick(now), base: pick(before) }
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

export const pickApplicableDraftValues = (
  draft: StoredFormDraft,
  before: Values,
): readonly (readonly [string, unknown])[] =>
  Object.entries(draft.values).filter(([name, value]) => name in before && kindOf(before[name]) === kindOf(value))

export const isDraftOutdated = (draft: StoredFormDraft, before: Values): boolean =>
  Object.entries(draft.base).some(([name, value]) => name in before && !same(before[name], value))

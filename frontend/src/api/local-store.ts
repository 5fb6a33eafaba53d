import { PRODUCT_SLUG } from '#contract/product'
import { sharedStorage } from './browser-storage.ts'

/** Data that the server has not received yet. It is personal: signing out removes it. */
const prefix = `${PRODUCT_SLUG}:unsent:`

/** Without storage `get` returns undefined and `set` false. */
export const localStore = {
  get: (name: string): unknown => sharedStorage.readJson(prefix + name) ?? undefined,

  set: (name: string, value: unknown): boolean => sharedStorage.write(prefix + name, JSON.stringify(value)),

  remove: (name: string): void => sharedStorage.remove(prefix + name),

  subscribe: (name: string, listener: (value: unknown) => void): (() => void) =>
    onBroadcastFromOtherTab(name, () => listener(localStore.get(name))),
}

const namesOf = (start: string): readonly string[] =>
  sharedStorage
    .keys()
    .filter((key) => key.startsWith(prefix + start))
    .map((key) => key.slice(prefix.length))

/** Leaves nothing in the storage. */
export function broadcastToOtherTabs(name: string, value: unknown): void {
  localStore.set(name, value)
  localStore.remove(name)
}

export function onBroadcastFromOtherTab(name: string, listener: (value: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === prefix + name && newValue !== null) listener(newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Data under these keys only saves typing: it may be deleted without confirmation. */
export const FORM_MEMORY_KEY_PREFIX = 'memory:'
const REMEMBERED_OF = `${FORM_MEMORY_KEY_PREFIX}user`
export const DRAFT_KEY_PREFIX = 'draft:'

/**
 * Held hours, the last dosing and the like stay when a session ends by itself, so that its owner can continue. They are
 * deleted when another user signs in.
 */
export function clearFormMemoryOfOtherUsers(userId: string): void {
  const before = localStore.get(REMEMBERED_OF)
  if (before === userId) return
  if (before) namesOf(FORM_MEMORY_KEY_PREFIX).forEach(localStore.remove)
  localStore.set(REMEMBERED_OF, userId)
}

export function findUnsavedLocalWork(): { readonly unsent: boolean; readonly drafts: boolean } {
  const names = namesOf('').filter((name) => !name.startsWith(FORM_MEMORY_KEY_PREFIX))
  return {
    unsent: names.some((name) => !name.startsWith(DRAFT_KEY_PREFIX)),
    drafts: names.some((name) => name.startsWith(DRAFT_KEY_PREFIX)),
  }
}

export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60_000

export function removeExpiredDrafts(): void {
  for (const name of namesOf(DRAFT_KEY_PREFIX)) {
    const draft = localStore.get(name)
    const writtenAt = draft && typeof draft === 'object' && 'writtenAt' in draft ? String(draft.writtenAt) : ''
    if (!(Date.now() - Date.parse(writtenAt) <= DRAFT_LIFETIME_MS)) localStore.remove(name)
  }
}

export const clearLocalStore = (): void => namesOf('').forEach(localStore.remove)

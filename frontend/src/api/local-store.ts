import { PRODUCT_SLUG } from '#contract/product'

/** Data that the server has not received yet. It is personal: signing out removes it. */
const prefix = `${PRODUCT_SLUG}:unsent:`

/**
 * localStorage with our key prefix; survives reloads and closed tabs. Without storage it does not throw: `get` returns
 * undefined and `set` false.
 */
export const localStore = {
  get: (name: string): unknown => {
    try {
      return JSON.parse(window.localStorage.getItem(prefix + name) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** @returns false when there is no room or no storage */
  set: (name: string, value: unknown): boolean => {
    try {
      window.localStorage.setItem(prefix + name, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  },

  remove: (name: string): void => {
    try {
      window.localStorage.removeItem(prefix + name)
    } catch {
      // A browser that keeps nothing has nothing to remove.
    }
  },

  /**
   * Calls `listener` when another window sets `name`.
   * @returns a function that removes the listener
   */
  subscribe: (name: string, listener: (value: unknown) => void): (() => void) =>
    onBroadcastFromOtherTab(name, () => listener(localStore.get(name))),
}

/** Sends a message to the other windows of this browser; nothing of it stays in the storage. */
export function broadcastToOtherTabs(name: string, value: unknown): void {
  localStore.set(name, value)
  localStore.remove(name)
}

/** @returns a function that removes the listener */
export function onBroadcastFromOtherTab(name: string, listener: (value: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === prefix + name && newValue !== null) listener(newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Data under these keys only saves typing: losing it needs no confirmation. */
export const FORM_MEMORY_KEY_PREFIX = 'memory:'
const REMEMBERED_OF = `${FORM_MEMORY_KEY_PREFIX}user`
export const DRAFT_KEY_PREFIX = 'draft:'

/**
 * An hour that is held, the last dosing and their like bear no name, and stay where a session ends by itself: its owner may go
 * on with them, and nobody else who signs in after them.
 */
export function forgetMemoryOfOthers(userId: string): void {
  const before = localStore.get(REMEMBERED_OF)
  if (before === userId) return
  if (before !== undefined) removeKeys(prefix + FORM_MEMORY_KEY_PREFIX)
  localStore.set(REMEMBERED_OF, userId)
}

/** What a sign-out would delete: data that waits for a connection, and unsaved form input. */
export function findUnsavedLocalWork(): { readonly unsent: boolean; readonly drafts: boolean } {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))
    const names = keys.map((key) => key.slice(prefix.length)).filter((name) => !name.startsWith(FORM_MEMORY_KEY_PREFIX))
    return {
      unsent: names.some((name) => !name.startsWith(DRAFT_KEY_PREFIX)),
      drafts: names.some((name) => name.startsWith(DRAFT_KEY_PREFIX)),
    }
  } catch {
    return { unsent: false, drafts: false }
  }
}

/** Drafts that were not touched for this long are removed. */
export const DRAFT_LIFETIME_MS = 7 * 24 * 60 * 60_000

export function removeExpiredDrafts(): void {
  try {
    for (const key of Object.keys(window.localStorage).filter((each) => each.startsWith(prefix + DRAFT_KEY_PREFIX))) {
      const draft = localStore.get(key.slice(prefix.length))
      const writtenAt = draft && typeof draft === 'object' && 'writtenAt' in draft ? String(draft.writtenAt) : ''
      if (!(Date.now() - Date.parse(writtenAt) <= DRAFT_LIFETIME_MS)) window.localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}

export const clearLocalStore = (): void => removeKeys(prefix)

function removeKeys(start: string): void {
  try {
    for (const key of Object.keys(window.localStorage).filter((each) => each.startsWith(start))) {
      window.localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}

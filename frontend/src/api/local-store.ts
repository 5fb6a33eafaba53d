import { PRODUCT_SLUG } from '#contract/product'

/** What somebody has done here and the server has not heard of yet. It is theirs: signing out takes it away. */
const prefix = `${PRODUCT_SLUG}:unsent:`

/**
 * The browser's localStorage below our prefix; what is kept there outlives reloads and closed tabs. A browser that keeps
 * nothing is no error: `get` answers undefined and `set` false.
 */
export const localStore = {
  /** The value, or undefined when there is none that can be read. */
  get: (name: string): unknown => {
    try {
      return JSON.parse(window.localStorage.getItem(prefix + name) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  },

  /** Answers whether there was room for it. */
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

  /** Calls `listener` when another window sets `name`, until the returned function is called. */
  subscribe: (name: string, listener: (value: unknown) => void): (() => void) =>
    onBroadcast(name, () => listener(localStore.get(name))),
}

/** Tells the other windows of this browser something, once; nothing of it is kept. */
export function broadcast(name: string, value: unknown): void {
  localStore.set(name, value)
  localStore.remove(name)
}

/** Calls `listener` when another window tells something under `name`, until the returned function is called. */
export function onBroadcast(name: string, listener: (value: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === prefix + name && newValue !== null) listener(newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** What is kept under these names only saves typing: nobody is asked about it. */
export const memoryPrefix = 'memory:'
/** What was typed into a form and not saved. */
export const draftPrefix = 'draft:'

/** What somebody loses who signs out now: what waits for a connection, and what was typed and not saved. */
export function unsavedWork(): { readonly unsent: boolean; readonly drafts: boolean } {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(prefix))
    const names = keys.map((key) => key.slice(prefix.length)).filter((name) => !name.startsWith(memoryPrefix))
    return {
      unsent: names.some((name) => !name.startsWith(draftPrefix)),
      drafts: names.some((name) => name.startsWith(draftPrefix)),
    }
  } catch {
    return { unsent: false, drafts: false }
  }
}

/** A draft that nobody has come back to for this long is dropped. */
export const DRAFT_MS = 7 * 24 * 60 * 60_000

/** Drops the drafts of everybody, whoever signs in here next, that are too old. */
export function removeOldDrafts(): void {
  try {
    for (const key of Object.keys(window.localStorage).filter((each) => each.startsWith(prefix + draftPrefix))) {
      const draft = localStore.get(key.slice(prefix.length))
      const writtenAt = draft && typeof draft === 'object' && 'writtenAt' in draft ? String(draft.writtenAt) : ''
      if (!(Date.now() - Date.parse(writtenAt) <= DRAFT_MS)) window.localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}

/** Leaves nothing of anybody in this browser. */
export function clearLocalStore(): void {
  try {
    for (const key of Object.keys(window.localStorage).filter((each) => each.startsWith(prefix))) {
      window.localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}

import { PRODUCT_SLUG } from '#contract/product'

/** What somebody has done here and the server has not heard of yet. It is theirs: signing out takes it away. */
const prefix = `${PRODUCT_SLUG}:unsent:`

/** What was kept under a name, or undefined when there is nothing that can be read. */
export function keptHere(name: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(prefix + name) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a value until it is dropped, through reloads and closed tabs. Answers whether there was room for it. */
export function keepHere(name: string, value: unknown): boolean {
  try {
    window.localStorage.setItem(prefix + name, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function dropHere(name: string): void {
  try {
    window.localStorage.removeItem(prefix + name)
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}

/** Calls `listener` when another window of this browser keeps something under `name`, until the returned function is called. */
export function onKeptElsewhere(name: string, listener: (value: unknown) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === prefix + name && newValue !== null) listener(keptHere(name))
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Whether anything is kept: what somebody loses who signs out now. */
export function isAnythingKeptHere(): boolean {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith(prefix))
  } catch {
    return false
  }
}

/** Leaves nothing of anybody in this browser. */
export function dropAllKeptHere(): void {
  try {
    for (const key of Object.keys(window.localStorage).filter((each) => each.startsWith(prefix))) {
      window.localStorage.removeItem(key)
    }
  } catch {
    // As above.
  }
}

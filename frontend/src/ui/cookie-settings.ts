type Listener = () => void

const listeners = new Set<Listener>()
let isPending = false

/** Asks for the cookie settings; whoever shows them may arrive later. */
export function openCookieSettings(): void {
  isPending = listeners.size === 0
  for (const tell of listeners) tell()
}

/** Calls `listener` whenever the cookie settings are asked for, at once if they already were; the answer ends it. */
export function onOpenCookieSettings(listener: Listener): () => void {
  listeners.add(listener)
  if (isPending) {
    isPending = false
    listener()
  }
  return () => void listeners.delete(listener)
}

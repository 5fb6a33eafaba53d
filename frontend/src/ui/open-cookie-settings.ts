type Listener = () => void

const listeners = new Set<Listener>()
let isPending = false

/** Remembered until a listener exists, because the dialog is loaded lazily. */
export function openCookieSettings(): void {
  isPending = listeners.size === 0
  for (const tell of listeners) tell()
}

/** Also called for a pending request. */
export function onCookieSettingsRequest(listener: Listener): () => void {
  listeners.add(listener)
  if (isPending) {
    isPending = false
    listener()
  }
  return () => void listeners.delete(listener)
}

/**
 * The user whose data this page holds. Another tab may store another user's tokens at any moment; displayed data,
 * requests and caches of this page stay with the owner until `onSessionOwnerLeft`.
 */
let ownerId: string | undefined
let departures = 0
const listeners = new Set<() => void>()

export const readSessionOwner = (): string | undefined => ownerId

export function setSessionOwner(userId: string | undefined): void {
  if (userId === ownerId) return
  const hasLeft = ownerId !== undefined
  ownerId = userId
  if (!hasLeft) return
  departures += 1
  for (const listener of listeners) listener()
}

/** Calls `listener` when the owner signed out, the session ended, or another user's session took its place. */
export function onSessionOwnerLeft(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @returns a function that tells whether the owner at the time of this call has left since */
export function watchSessionOwner(): () => boolean {
  const before = departures
  return () => departures !== before
}

/** For work whose owner has left: it neither continues nor fails. */
export const neverResolve = (): Promise<never> => new Promise(() => undefined)

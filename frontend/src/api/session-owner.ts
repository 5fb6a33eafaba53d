/**
 * Whose data this page holds. Tokens in the storage may become somebody else's at any moment, by another tab; what this
 * page shows, has asked for and keeps in memory stays its owner's until they have left.
 */
let ownerId: string | undefined
let departures = 0
const listeners = new Set<() => void>()

/** Undefined while nobody is signed in, as far as this page knows. */
export const readSessionOwner = (): string | undefined => ownerId

export function setSessionOwner(userId: string | undefined): void {
  if (userId === ownerId) return
  const hasLeft = ownerId !== undefined
  ownerId = userId
  if (!hasLeft) return
  departures += 1
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when the owner has signed out, their session has ended, or it has become somebody else's.
 * @returns a function that removes the listener
 */
export function onSessionOwnerLeft(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @returns a function that says whether whoever was here at this call has left since */
export function watchSessionOwner(): () => boolean {
  const before = departures
  return () => departures !== before
}

/** For work whose owner has left: it neither goes on nor fails. */
export const waitForever = (): Promise<never> => new Promise(() => undefined)

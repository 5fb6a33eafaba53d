import { PRODUCT_SLUG } from '#contract/product'

/** What may happen to a session, in this tab or another. */
export type AuthEvent = AmplifyEvent | 'mfaVerified' | 'userUpdated' | 'accountInactive' | 'notAllowed'
type AmplifyEvent = 'signedIn' | 'signedOut' | 'tokenRefresh' | 'tokenRefresh_failure'

const amplifyEvents: readonly string[] = ['signedIn', 'signedOut', 'tokenRefresh', 'tokenRefresh_failure']
export const isAmplifyEvent = (name: string): name is AmplifyEvent => amplifyEvents.includes(name)

const listeners = new Set<(event: AuthEvent) => void>()

/** Tells everyone in this tab. */
export const emitAuthEvent = (event: AuthEvent): void => {
  for (const listener of listeners) listener(event)
}

/** Calls `listener` at every event until the returned function is called. */
export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const channelName = `${PRODUCT_SLUG}:auth`

/** Tells the other tabs, whose sessions may live in storage of their own, that this one has signed out. */
export function notifyOtherTabs(): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it never leaves the origin
  channel.postMessage('signedOut')
  channel.close()
}

/** Calls `listener` when another tab signs out, until the returned function is called. */
export function onOtherTabSignedOut(listener: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', listener)
  return () => channel.close()
}

import { PRODUCT_SLUG } from '#contract/product'

export type AuthEvent = AmplifyEvent | 'mfaVerified' | 'userUpdated' | 'accountInactive' | 'notAllowed'
type AmplifyEvent = 'signedIn' | 'signedOut' | 'tokenRefresh' | 'tokenRefresh_failure'

const amplifyEvents: readonly string[] = ['signedIn', 'signedOut', 'tokenRefresh', 'tokenRefresh_failure']
export const isAmplifyAuthEvent = (name: string): name is AmplifyEvent => amplifyEvents.includes(name)

const listeners = new Set<(event: AuthEvent) => void>()

export const emitAuthEvent = (event: AuthEvent): void => {
  for (const listener of listeners) listener(event)
}

export function onAuthEvent(listener: (event: AuthEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const channelName = `${PRODUCT_SLUG}:auth`

/** Of the session that was ended: shared by the tabs of this browser, or of one tab. */
export type SessionScope = 'shared' | 'tab'

/** Tabs with their own session storage do not notice a sign-out in this tab. */
export function notifyOtherTabsOfSignOut(ended: SessionScope): void {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it never leaves the origin
  channel.postMessage(ended)
  channel.close()
}

export function onSignOutInOtherTab(listener: (ended: SessionScope) => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<SessionScope>) => listener(data))
  return () => channel.close()
}

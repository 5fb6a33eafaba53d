import { sessionMayExist } from '../api/session-storage.ts'

/** Parameters that change what a page shows. lib/constructs/site-pages.ts serves the empty shell for them. */
export const tellingParameters = ['code', 'error', 'oauth', 'session_id', 'solicitar', 'status', 'step'] as const

const tellingHash = /[#&](access_token|provider_token|refresh_token|type)=/

const hasTellingAddress = ({ search, hash }: Location) => {
  const given = new URLSearchParams(search)
  return tellingParameters.some((name) => given.has(name)) || tellingHash.test(hash)
}

const keepsSomething = () => sessionMayExist() || window.sessionStorage.length > 0

/** React Router's state of this entry of the history: a form that was under way. */
const comesWithState = () => Boolean((window.history.state as { usr?: unknown } | null)?.usr)

/**
 * Whether this visit shows what every visitor sees. Otherwise the page that was rendered beforehand is not the one to
 * show: it is drawn anew, and at once.
 */
export const isFreshVisit = (): boolean => !hasTellingAddress(window.location) && !keepsSomething() && !comesWithState()

import { sessionMayExist } from '../api/session-storage.ts'
import { tabPrefix } from '../ui/draft-store.ts'

/** Parameters that change what a page shows. lib/constructs/site-pages.ts serves the empty shell for them. */
export const statefulParameters = ['code', 'error', 'oauth', 'session_id', 'solicitar', 'status', 'step'] as const

const tellingHash = /[#&](access_token|provider_token|refresh_token|type)=/

const hasStatefulAddress = ({ search, hash }: Location) => {
  const given = new URLSearchParams(search)
  return statefulParameters.some((name) => given.has(name)) || tellingHash.test(hash)
}

/** What was typed into a form comes back into it once it is alive: the page before that is every visitor's. */
const hasStoredState = () =>
  sessionMayExist() || Object.keys(window.sessionStorage).some((key) => !key.startsWith(tabPrefix))

/** React Router's state of this entry of the history: a form that was under way. */
const hasHistoryState = () => Boolean((window.history.state as { usr?: unknown } | null)?.usr)

/**
 * Whether this visit shows what every visitor sees. Otherwise the page that was rendered beforehand is not the one to
 * show: it is drawn anew, and at once.
 */
export const isFreshVisit = (): boolean =>
  !hasStatefulAddress(window.location) && !hasStoredState() && !hasHistoryState()

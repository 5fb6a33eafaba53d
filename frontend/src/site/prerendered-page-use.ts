import { tabStorage } from '../api/browser-storage.ts'
import { hasStoredSession } from '../api/session-storage.ts'
import { TAB_DRAFT_KEY_PREFIX } from '../ui/form-draft-store.ts'

/** Query parameters that change the page. lib/constructs/site-pages.ts serves the empty shell for them. */
export const PAGE_CHANGING_QUERY_PARAMETERS = [
  'code',
  'error',
  'next',
  'oauth',
  'redirect',
  'session_id',
  'solicitar',
  'status',
  'step',
] as const

const tellingHash = /[#&](access_token|provider_token|refresh_token|type|enlace)=/

const hasStatefulAddress = ({ search, hash }: Location) => {
  const given = new URLSearchParams(search)
  return PAGE_CHANGING_QUERY_PARAMETERS.some((name) => given.has(name)) || tellingHash.test(hash)
}

/** Anything stored by this tab may change the page, except form drafts: they are filled in after hydration. */
const hasStoredState = () =>
  hasStoredSession() || tabStorage.keys().some((key) => !key.startsWith(TAB_DRAFT_KEY_PREFIX))

/** React Router's state in this history entry, such as an unfinished form. */
const hasHistoryState = () => Boolean((window.history.state as { usr?: unknown } | null)?.usr)

export const canShowPrerenderedPage = (): boolean =>
  !hasStatefulAddress(window.location) && !hasStoredState() && !hasHistoryState()

import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { parseMailedLink } from '#contract/mailed-links'

const isLink = (hash: string): boolean => hash.includes('=')

const readMovedLink = (state: unknown): string | undefined =>
  typeof state === 'object' && state && 'mailedLink' in state && typeof state.mailedLink === 'string'
    ? state.mailedLink
    : undefined

/**
 * The fragment of the mailed link that was opened last. The skip link replaces the fragment; pasting another link into
 * the address bar loads no page.
 */
function useLinkText(): string {
  const { hash, state } = useLocation()
  const given = isLink(hash) ? hash : readMovedLink(state)
  const [last, setLast] = useState(given ?? '')
  if (given && given !== last) setLast(given)
  return given ?? last
}

export const useMailedLink = (): URLSearchParams => parseMailedLink(useLinkText())

/**
 * Like `useMailedLink`, for links with a token: moves it from the URL to the history state, which survives a reload and
 * going back, and is not sent to other sites or logs.
 */
export function useSecretMailedLink(): URLSearchParams {
  const place = useLocation()
  const text = useLinkText()
  const link = parseMailedLink(text)
  const isSecret = link.has('token')
  useEffect(() => {
    if (!isSecret) return
    const { pathname, hash } = place
    const entry = window.history.state as { readonly usr?: object } | null
    const state = { ...entry, usr: { ...entry?.usr, mailedLink: text } }
    window.history.replaceState(state, '', isLink(hash) ? pathname : pathname + hash)
  }, [isSecret, text, place])
  return link
}

export const useLinkToken = (): string | null => useSecretMailedLink().get('token')

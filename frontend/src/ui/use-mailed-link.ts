import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { parseMailedLink } from '#contract/mailed-links'

const isLink = (hash: string): boolean => hash.includes('=')

/** A link that `useSecretMailedLink` has moved to the history state. */
const readMovedLink = (state: unknown): string | undefined =>
  typeof state === 'object' && state && 'mailedLink' in state && typeof state.mailedLink === 'string'
    ? state.mailedLink
    : undefined

/**
 * The mailed link that was opened last, as it stood in the fragment. The skip link replaces the fragment; a link that is
 * pasted over another loads no page.
 */
function useLinkText(): string {
  const { hash, state } = useLocation()
  const given = isLink(hash) ? hash : readMovedLink(state)
  const [last, setLast] = useState(given ?? '')
  if (given && given !== last) setLast(given)
  return given ?? last
}

/** Parameters of the mailed link that was opened last. */
export const useMailedLink = (): URLSearchParams => parseMailedLink(useLinkText())

/**
 * Like `useMailedLink`, and moves a link with a token from the URL to the history state, which survives a reload and the
 * way back, and which neither other sites nor logs see.
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

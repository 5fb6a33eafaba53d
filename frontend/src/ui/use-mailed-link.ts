import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { parseMailedLink } from '#contract/mailed-links'

/**
 * Parameters of the mailed link that was opened last. The skip link replaces the fragment; a link that is pasted over
 * another loads no page.
 */
export function useMailedLink(): URLSearchParams {
  const { hash } = useLocation()
  const [last, setLast] = useState(hash)
  if (hash.includes('=') && hash !== last) setLast(hash)
  return parseMailedLink(last)
}

/** Read once and removed from the URL. */
export function useLinkToken(): string | null {
  const { pathname } = useLocation()
  const token = useMailedLink().get('token')
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', pathname)
  }, [token, pathname])
  return token
}

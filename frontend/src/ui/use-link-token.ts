import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** Read once and removed from the URL. */
export function useLinkToken(): string | null {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const [token] = useState(() => search.get('token'))
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', pathname)
  }, [token, pathname])
  return token
}

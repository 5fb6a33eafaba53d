import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/**
 * Keeps a query parameter of the page as `value` says; none where it is empty. A change that is overtaken by one of
 * another parameter is made again: the router does not queue them.
 */
export function useSearchParameterSync(name: string, value: string): void {
  const [address, setAddress] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const current = address.get(name) ?? ''
  useEffect(() => {
    if (value === current) return
    // Whoever has gone on is not fetched back while the next page is on its way.
    if (window.location.pathname + window.location.search !== pathname + query) return
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  }, [name, value, current, setAddress, pathname, query])
}

import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/**
 * An empty value removes it. Repeats a change that was overwritten by one of another parameter,
 * because the router does not queue them.
 */
export function useSearchParameterSync(name: string, value: string): void {
  const [address, setAddress] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const current = address.get(name) ?? ''
  useEffect(() => {
    if (value === current) return
    // The user has already left for another page, which is still loading.
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

import { useLocation, useSearchParams } from 'react-router-dom'
import { toSafeRedirectPath } from '../../api/destinations.ts'

export function useWantedPath(): string | undefined {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const wanted: unknown = search.get('next') ?? search.get('redirect') ?? (state as { next?: unknown } | null)?.next
  return toSafeRedirectPath(wanted)
}

export const withWantedPath = (page: string, wanted: string | undefined): string =>
  wanted === undefined ? page : `${page}${page.includes('?') ? '&' : '?'}next=${encodeURIComponent(wanted)}`

export const isToJoin = (wanted: string | undefined): boolean => wanted?.startsWith('/unirse/') === true

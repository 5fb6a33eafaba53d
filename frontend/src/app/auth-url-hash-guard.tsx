import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { passwordResetFlag } from '../api/password-reset-flag.ts'

const resetPath = '/reset-password'

interface Rules {
  /** The hash carries a token, which is removed from the URL unread. */
  readonly holdsToken: boolean
  /** The hash is that of an old or forwarded password reset link. */
  readonly recovers: boolean
}

function rulesOf(hash: string): Rules {
  const given = new URLSearchParams(hash.slice(1))
  const holdsToken = given.has('access_token') || given.has('provider_token') || given.has('refresh_token')
  return { holdsToken, recovers: !holdsToken && ['recovery', 'invite'].includes(given.get('type') ?? '') }
}

/** Acts on the `#` part of the URL before any page renders. */
export function AuthUrlHashGuard({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  const { holdsToken, recovers } = rulesOf(hash)
  const fromGoogle = new URLSearchParams(search).get('oauth') === 'google'
  useEffect(() => {
    if (holdsToken || fromGoogle) passwordResetFlag.forget()
    else if (recovers) passwordResetFlag.mark()
  }, [holdsToken, fromGoogle, recovers])

  // Two slashes at the beginning would name another site.
  if (holdsToken) return <Navigate to={pathname.replace(/^\/+/, '/') + search} replace />
  if (recovers && pathname !== resetPath) return <Navigate to={resetPath + hash} replace />
  return children
}

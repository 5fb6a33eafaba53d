import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { mailedLinkParameters, parseMailedLink } from '#contract/mailed-links'
import { passwordResetFlag } from '../api/password-reset-flag.ts'

const resetPath = '/reset-password'

interface Rules {
  /** The hash carries a token, which is removed from the URL unread. */
  readonly holdsToken: boolean
  readonly recovers: boolean
  readonly holdsCode: boolean
}

function rulesOf(hash: string): Rules {
  const given = parseMailedLink(hash)
  const holdsToken = given.has('access_token') || given.has('provider_token') || given.has('refresh_token')
  const recovers = !holdsToken && ['recovery', 'invite'].includes(given.get('type') ?? '')
  return { holdsToken, recovers, holdsCode: given.has('code') }
}

const parametersByPath: Readonly<Record<string, readonly string[]>> = mailedLinkParameters

/** Mails from before 23 November 2026 carry their secret in the query, and an address may be verified for 60 days. */
function moveSecretsToHash(pathname: string, search: string): string {
  const query = new URLSearchParams(search)
  const moved = new URLSearchParams()
  for (const name of parametersByPath[pathname.replace(/\/+$/, '')] ?? []) {
    const value = query.get(name)
    if (value === null) continue
    moved.set(name, value)
    query.delete(name)
  }
  return `${moved}` && `${pathname}?${query}`.replace(/\?$/, '') + `#${moved}`
}

export function AuthUrlHashGuard({ children }: { readonly children: ReactNode }) {
  const { pathname, search, hash, state } = useLocation()
  const { holdsToken, recovers, holdsCode } = rulesOf(hash)
  const fromGoogle = new URLSearchParams(search).get('oauth') === 'google'
  useEffect(() => {
    if (holdsToken || fromGoogle) passwordResetFlag.forget()
    else if (recovers && !holdsCode) passwordResetFlag.mark()
  }, [holdsToken, fromGoogle, recovers, holdsCode])

  const inHash = moveSecretsToHash(pathname, search)
  if (inHash) return <Navigate to={inHash} replace state={state} />
  // A path that begins with `//` would be another site.
  if (holdsToken) return <Navigate to={pathname.replace(/^\/+/, '/') + search} replace />
  if (recovers && pathname !== resetPath) return <Navigate to={resetPath + hash} replace />
  return children
}

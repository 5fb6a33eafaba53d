import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { AccountSession } from '#contract/account'
import { api } from '#contract/api'
import type { Role } from '#contract/endpoint'
import { onAuthEvent } from './auth-events.ts'
import { read } from './query.ts'
import { Refused } from './refused.ts'
import { endSession, type Session } from './session.ts'
import { useStoredSession } from './stored-session.ts'

export interface Auth {
  /** Who the tokens name; null for a visitor. */
  readonly user: { readonly userId: string; readonly email: string } | null
  readonly session: Session | null
  /** What the server knows of the user; null until it has answered. */
  readonly account: AccountSession | null
  readonly userRole: Role | null
  readonly isAdmin: boolean
  /** True until the first look for a session is over, and while the role of a user is being asked for. */
  readonly loading: boolean
  /** Why the role could not be learned: there is none, or the server could not be asked. */
  readonly roleProblem: 'missing' | 'unreachable' | null
  readonly signOut: () => Promise<void>
  /** True from the moment somebody signs out here until somebody signs in: they go home, not to sign-in. */
  readonly leaving: boolean
  /** Looks again for a session (after a sign-in) and for the role. */
  readonly recheck: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

const roleProblemOf = (error: Error | null): Auth['roleProblem'] => {
  if (!error) return null
  return error instanceof Refused ? 'missing' : 'unreachable'
}

function useAccount(session: Session | null) {
  const { queryKey, queryFn } = read(api.account.session, {})
  return useQuery({ queryKey: [...queryKey, session?.userId], queryFn, enabled: session !== null })
}

/** What one person was shown must not be found by the next. */
function useForgetting(): void {
  const queries = useQueryClient()
  useEffect(() => onAuthEvent((event) => event === 'signedOut' && queries.clear()), [queries])
}

/** Holds the session of this browser and what the server says about its user. */
export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const { session, checked, recheck } = useStoredSession()
  const { data = null, error, refetch } = useAccount(session)
  const [leaving, setLeaving] = useState(false)
  useForgetting()

  const auth = useMemo<Auth>(() => {
    const account = session ? data : null
    const roleProblem = session && !account ? roleProblemOf(error) : null
    return {
      user: session && { userId: session.userId, email: session.email },
      session,
      account,
      userRole: account?.role ?? null,
      isAdmin: account?.role === 'administrador',
      loading: !checked || (session !== null && !account && !roleProblem),
      roleProblem,
      leaving,
      signOut: () => {
        setLeaving(true)
        return endSession()
      },
      recheck: async () => {
        setLeaving(false)
        await recheck()
        if (roleProblem) await refetch()
      },
    }
  }, [session, data, error, checked, recheck, refetch, leaving])

  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}

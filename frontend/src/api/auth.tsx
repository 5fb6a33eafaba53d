import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { AccountSession } from '#contract/account'
import { api } from '#contract/api'
import type { Role } from '#contract/endpoint'
import { onAuthEvent } from './auth-events.ts'
import { clearLocalStore, removeOldDrafts } from './local-store.ts'
import { read } from './query.ts'
import { ApiError } from './api-error.ts'
import { clearSession, type Session } from './session.ts'
import { endSession } from './sign-out.ts'
import { useStoredSession } from './stored-session.ts'

/**
 * What a session still lacks. Until then it may only fill that gap or sign out, and every screen but that one treats its
 * owner as a visitor: the registration after Google, a second factor, or the proof of it.
 */
export type Pending = 'registration' | 'enrolment' | 'proof'

export interface Auth {
  /** Who the tokens name; null for a visitor, and while something is pending. */
  readonly user: { readonly userId: string; readonly email: string } | null
  readonly session: Session | null
  /** What the server knows of the user; null until it has answered. */
  readonly account: AccountSession | null
  readonly pending: Pending | null
  readonly userRole: Role | null
  readonly isAdmin: boolean
  /** True until the first look for a session is over, and while the role of a user is being asked for. */
  readonly loading: boolean
  /** Why the role could not be learned: there is none, or the server could not be asked. */
  readonly roleProblem: 'missing' | 'unreachable' | null
  /** The address of an account that is closed and whose owner has just proven to be it; null otherwise. */
  readonly closed: string | null
  /** True from the moment an administrador was told that they no longer are, until somebody signs in. */
  readonly demoted: boolean
  readonly signOut: () => Promise<void>
  /** True from the moment somebody signs out here until somebody signs in: they go home, not to sign-in. */
  readonly leaving: boolean
  /** Looks again for a session (after a sign-in) and for what the server knows of its owner. */
  readonly recheck: () => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

function pendingOf(account: AccountSession | null, error: Error | null): Pending | null {
  if (!account) return error instanceof ApiError && error.code === 'profile-missing' ? 'registration' : null
  if (account.role === 'administrador' || account.assured) return null
  return account.mfaEnabled ? 'proof' : 'enrolment'
}

const roleProblemOf = (error: Error | null): Auth['roleProblem'] => {
  if (!error) return null
  return error instanceof ApiError ? 'missing' : 'unreachable'
}

interface AccountQuery {
  readonly data: AccountSession | null
  readonly error: Error | null
}

/** A session and what is known of its owner, as one answer to who is here. */
function accountState(session: Session, { data: account, error }: AccountQuery) {
  const pending = pendingOf(account, error)
  const userRole = pending ? null : (account?.role ?? null)
  return {
    user: pending ? null : { userId: session.userId, email: session.email },
    session,
    account,
    pending,
    userRole,
    isAdmin: userRole === 'administrador',
    loading: !account && !error,
    roleProblem: pending || account ? null : roleProblemOf(error),
  }
}

const nobody = {
  user: null,
  session: null,
  account: null,
  pending: null,
  userRole: null,
  isAdmin: false,
  roleProblem: null,
}

const { queryKey: accountKey, queryFn: readAccount } = read(api.account.session, {})

/** How often the browser of an administrador asks whether they still are one, while somebody sees the page. */
const ROLE_POLL_MS = 5000

const administers = (account: AccountSession | null | undefined) => account?.role === 'administrador'

/**
 * What the server knows of the user. An answer that takes the role of administrador away counts as the refusal that their
 * next request would get: the screen must not become that of a client before it has been emptied.
 */
async function askAccount(context: AskContext): Promise<AccountSession> {
  const account = await readAccount(context)
  const former = context.client.getQueryData<AccountSession>(context.queryKey)
  if (administers(former) && !administers(account)) throw new ApiError('not-allowed')
  return account
}

interface AskContext {
  readonly client: QueryClient
  readonly queryKey: readonly unknown[]
  readonly signal: AbortSignal
}

/**
 * Asks what the server knows of the user; of an administrador again and again, because most of their pages ask for
 * nothing by themselves and would show clients for as long as they are open to somebody who has lost the role.
 */
const useAccount = (session: Session | null) =>
  useQuery({
    queryKey: [...accountKey, session?.userId],
    queryFn: askAccount,
    enabled: session !== null,
    refetchInterval: ({ state }) => (administers(state.data) ? ROLE_POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => (administers(state.data) ? 'always' : true),
  })

/** What one person was shown must not be found by the next, and what changes the account is asked for again. */
function useEvents(): () => Promise<void> {
  const queries = useQueryClient()
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'signedOut') queries.clear()
        if (event === 'mfaVerified' || event === 'userUpdated') void queries.invalidateQueries({ queryKey: accountKey })
      }),
    [queries],
  )
  return useCallback(() => queries.invalidateQueries({ queryKey: accountKey }), [queries])
}

/** Remembers whose session was turned away because the account is closed, until somebody signs in. */
function useClosed(session: Session | null): string | null {
  const [closed, setClosed] = useState<string | null>(null)
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'accountInactive' && session) setClosed(session.email)
        if (event === 'signedIn') setClosed(null)
      }),
    [session],
  )
  return closed
}

/** Whether this is a page for administradores alone: their panel, or the record of a client. */
const isAdministration = () => /^\/(admin|client\/)/.test(window.location.pathname)

/**
 * Ends the session of whoever has just lost the role of administrador: nothing of the practice stays on the screen. A
 * page of the administration that is loaded anew learns it by the very answer to who its reader is.
 */
function useDemoted(mayAdminister: boolean): boolean {
  const [demoted, setDemoted] = useState(false)
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'signedIn') setDemoted(false)
        if (event !== 'notAllowed' || !mayAdminister) return
        setDemoted(true)
        clearSession()
      }),
    [mayAdminister],
  )
  return demoted
}

/** Holds the session of this browser and what the server says about its user. */
export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const { session, checked, recheck } = useStoredSession()
  const [leaving, setLeaving] = useState(false)
  useEffect(removeOldDrafts, [])
  const askAgain = useEvents()
  const closed = useClosed(session)
  const { data = null, error } = useAccount(session)
  const demoted = useDemoted(session !== null && (data ? administers(data) : isAdministration()))

  const auth = useMemo<Auth>(
    () => ({
      ...(session ? accountState(session, { data, error }) : { ...nobody, loading: !checked }),
      leaving,
      closed,
      demoted,
      signOut: () => {
        setLeaving(true)
        clearLocalStore()
        // A form that is still there may have kept something since.
        return endSession().finally(clearLocalStore)
      },
      recheck: async () => {
        setLeaving(false)
        await recheck()
        await askAgain()
      },
    }),
    [session, data, error, checked, recheck, askAgain, leaving, closed, demoted],
  )

  return <AuthContext value={auth}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}

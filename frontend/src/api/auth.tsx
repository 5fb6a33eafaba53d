import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import type { account as accountEndpoints, SignedInAccount } from '#contract/account'
import type { Role } from '#contract/endpoint'
import { onAuthEvent } from './auth-events.ts'
import { clearLocalStore, removeExpiredDrafts } from './local-store.ts'
import { loadSessionCalls } from './load-session-calls.ts'
import { ApiError } from './api-error.ts'
import { createApiError } from './create-api-error.ts'
import { clearAuthSession, readStoredSession, type AuthSession } from './auth-session.ts'
import { signOutBrowser } from './sign-out.ts'
import { onSessionOwnerLeft, setSessionOwner } from './session-owner.ts'
import { useStoredSession } from './stored-session.ts'

/**
 * What a session still lacks: the registration after Google, a second factor, or its proof. Until then the session may
 * only complete this step or sign out; every other screen treats its owner as a visitor. The second factor is a step of
 * clients; `RoleGuard` asks administrators for it.
 */
export type PendingAuthStep = 'registration' | 'enrolment' | 'proof'

export interface AuthState {
  /** Null for a visitor and while a step is pending. */
  readonly user: { readonly userId: string; readonly email: string } | null
  readonly session: AuthSession | null
  /** Null until the server has answered. */
  readonly account: SignedInAccount | null
  readonly pending: PendingAuthStep | null
  readonly userRole: Role | null
  readonly isAdmin: boolean
  readonly loading: boolean
  readonly roleProblem: 'missing' | 'unreachable' | null
  /** Email of a closed account whose owner has just signed in. */
  readonly closed: string | null
  /** True from the loss of the role administrador until the next sign-in. */
  readonly demoted: boolean
  readonly signOut: () => Promise<void>
  /** True from a sign-out here until the next sign-in: leads to the home page instead of the sign-in page. */
  readonly leaving: boolean
  readonly recheck: () => Promise<void>
}

const AuthContext = createContext<AuthState | null>(null)

function pendingOf(account: SignedInAccount | null, error: Error | null): PendingAuthStep | null {
  if (!account) return error instanceof ApiError && error.code === 'profile-missing' ? 'registration' : null
  if (account.role === 'administrador' || account.assured) return null
  return account.mfaEnabled ? 'proof' : 'enrolment'
}

const roleProblemOf = (error: Error | null): AuthState['roleProblem'] => {
  if (!error) return null
  return error instanceof ApiError ? 'missing' : 'unreachable'
}

interface AccountQuery {
  readonly data: SignedInAccount | null
  readonly error: Error | null
}

function accountState(session: AuthSession, { data: account, error }: AccountQuery) {
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

type SessionEndpoint = typeof accountEndpoints.session

const accountKey = ['GET', '/account/session', {}] as const satisfies readonly [
  SessionEndpoint['method'],
  SessionEndpoint['path'],
  object,
]

const ROLE_POLL_MS = 5000

const administers = (account: SignedInAccount | null | undefined) => account?.role === 'administrador'

/**
 * A reply without the role administrador is treated like a refusal, so that the practice's data is removed from the
 * screen before the client's panel is shown.
 */
async function askAccount(context: AskContext): Promise<SignedInAccount> {
  const { readAccount } = await loadSessionCalls()
  const account = await readAccount(context.signal)
  const former = context.client.getQueryData<SignedInAccount>(context.queryKey)
  if (administers(former) && !administers(account)) throw await createApiError('not-allowed')
  return account
}

interface AskContext {
  readonly client: QueryClient
  readonly queryKey: readonly unknown[]
  readonly signal: AbortSignal
}

const accountQueryOf = (session: AuthSession | null) => ({
  queryKey: [...accountKey, session?.userId],
  queryFn: askAccount,
})

/**
 * @returns the role of the session; null if a step is pending or the account is not known
 */
export async function prefetchAccount(queries: QueryClient): Promise<Role | null> {
  const session = readStoredSession()
  if (!session) return null
  setSessionOwner(session.userId)
  const query = accountQueryOf(session)
  await queries.prefetchQuery(query)
  const data = queries.getQueryData<SignedInAccount>(query.queryKey) ?? null
  return accountState(session, { data, error: null }).userRole
}

/**
 * Polls for administrators, because most of their pages send no requests of their own and would keep showing clients
 * after the role was lost.
 */
const useAccount = (session: AuthSession | null) =>
  useQuery({
    ...accountQueryOf(session),
    enabled: session !== null,
    refetchInterval: ({ state }) => (administers(state.data) ? ROLE_POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: ({ state }) => (administers(state.data) ? 'always' : true),
  })

function useEvents(): () => Promise<void> {
  const queries = useQueryClient()
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'mfaVerified' || event === 'userUpdated') void queries.invalidateQueries({ queryKey: accountKey })
      }),
    [queries],
  )
  return useCallback(() => queries.invalidateQueries({ queryKey: accountKey }), [queries])
}

function useClosed(session: AuthSession | null): string | null {
  const [closed, setClosed] = useState<string | null>(null)
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'accountInactive' && session) setClosed(session.email)
      }),
    [session],
  )
  // It belongs to the previous user.
  if (session && closed !== null) setClosed(null)
  return closed
}

/** However a session ends, its data must not remain for the next user. */
function useClearedCache(): void {
  const queries = useQueryClient()
  useLayoutEffect(() => onSessionOwnerLeft(() => queries.clear()), [queries])
}

const isAdministration = () => /^\/(admin|client\/)/.test(window.location.pathname)

/**
 * Ends the session of a user who has just lost the role administrador, so that no data of the
 * practice stays on the screen.
 */
function useDemoted(isSignedIn: boolean, mayAdminister: boolean): boolean {
  const [demoted, setDemoted] = useState(false)
  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event !== 'notAllowed' || !mayAdminister) return
        setDemoted(true)
        clearAuthSession()
      }),
    [mayAdminister],
  )
  if (isSignedIn && demoted) setDemoted(false)
  return demoted
}

export function AuthProvider({ children }: { readonly children: ReactNode }) {
  useClearedCache()
  const { session, checked, isChangingOwner, recheck } = useStoredSession()
  const [leaving, setLeaving] = useState(false)
  useEffect(removeExpiredDrafts, [])
  const askAgain = useEvents()
  const closed = useClosed(session)
  const { data = null, error } = useAccount(session)
  const demoted = useDemoted(session !== null, session !== null && (data ? administers(data) : isAdministration()))

  // Stable identity: a page that checks in an effect would otherwise loop.
  const recheckAccount = useCallback(async () => {
    setLeaving(false)
    await recheck()
    await askAgain()
  }, [recheck, askAgain])

  const auth = useMemo<AuthState>(
    () => ({
      ...(session ? accountState(session, { data, error }) : { ...nobody, loading: !checked }),
      leaving,
      closed,
      demoted,
      signOut: () => {
        setLeaving(true)
        clearLocalStore()
        // A form that is still mounted may have stored a draft since.
        return signOutBrowser().finally(clearLocalStore)
      },
      recheck: recheckAccount,
    }),
    [session, data, error, checked, recheckAccount, leaving, closed, demoted],
  )

  return <AuthContext value={auth}>{!isChangingOwner && children}</AuthContext>
}

export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return auth
}

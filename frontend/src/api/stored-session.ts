import { useCallback, useEffect, useState } from 'react'
import { setSessionPersistence } from './amplify.ts'
import { onAuthEvent, onSignOutInOtherTab } from './auth-events.ts'
import { readAuthSession, readKnownSession, type AuthSession } from './auth-session.ts'
import { clearFormMemoryOfOtherUsers } from './local-store.ts'
import { oneRefreshAtATime } from './session-refresh.ts'
import { readSessionOwner, setSessionOwner, watchSessionOwner } from './session-owner.ts'
import { sessionRenewal } from './session-renewal.ts'
import { followSignOut } from './sign-out.ts'
import { isAccessTokenKey, isSessionPersistent, hasStoredSession } from './session-storage.ts'

const refreshAheadMilliseconds = 90_000
const firstRetryMilliseconds = 200
const lastRetry = 8

async function refreshWhenDue(expiresAt: number): Promise<AuthSession | null> {
  await sessionRenewal.settled()
  return oneRefreshAtATime(async () => {
    const known = await readAuthSession()
    return known && known.expiresAt > expiresAt ? known : readAuthSession({ forceRefresh: true })
  })
}

function useFreshness(session: AuthSession | null, keep: (session: AuthSession | null) => void): void {
  useEffect(() => {
    if (!session) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const keepUnlessOver = (next: AuthSession | null) => {
      // Signed out meanwhile: the refreshed session is dropped.
      if (!isOver) keep(next)
    }
    const refresh = (retry: number) => {
      refreshWhenDue(session.expiresAt).then(keepUnlessOver, () => {
        if (retry < lastRetry && !isOver)
          timer = setTimeout(() => refresh(retry + 1), firstRetryMilliseconds * 2 ** retry)
      })
    }
    const wait = Math.max(session.expiresAt - Date.now() - refreshAheadMilliseconds, 1000)
    timer = setTimeout(() => refresh(0), Math.min(wait, 2 ** 31 - 1))
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [session, keep])
}

/**
 * A Google sign-in leaves its tokens in localStorage for a moment; only tokens that stay there are shared by all tabs.
 */
const settledMilliseconds = 1000

/** A persistent session is shared by all tabs: this tab follows their sign-in, refresh and sign-out. */
function useOtherTabs(recheck: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheckAccess = async () => {
      if (hasStoredSession() && isSessionPersistent()) await setSessionPersistence(true)
      await recheck()
    }
    const follow = ({ key }: StorageEvent) => {
      if (!isAccessTokenKey(key)) return
      clearTimeout(timer)
      timer = setTimeout(() => void recheckAccess(), settledMilliseconds)
    }
    // A page in the back-forward cache receives no events of other tabs.
    const wake = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void recheckAccess()
    }
    window.addEventListener('storage', follow)
    window.addEventListener('pageshow', wake)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('storage', follow)
      window.removeEventListener('pageshow', wake)
    }
  }, [recheck])
}

/**
 * When the stored tokens become another user's without a sign-out, `isChangingOwner` is true until the former owner's
 * data is off the screen: requests sent while unmounting still belong to the former owner and must not use the new
 * tokens.
 */
function useSessionOfOneOwner() {
  const [session, setSession] = useState<AuthSession | null>(null)
  const [arriving, setArriving] = useState<AuthSession | null>(null)

  const changeSession = useCallback((next: AuthSession | null) => {
    const ownerId = readSessionOwner()
    const isOther = next !== null && ownerId !== undefined && ownerId !== next.userId
    if (!isOther) setSessionOwner(next?.userId)
    if (next && !isOther) clearFormMemoryOfOtherUsers(next.userId)
    setSession(isOther ? null : next)
    setArriving(isOther ? next : null)
  }, [])

  useEffect(() => {
    if (!arriving) return undefined
    const timer = setTimeout(() => {
      setSessionOwner(undefined)
      changeSession(arriving)
    })
    return () => clearTimeout(timer)
  }, [arriving, changeSession])

  return { session, isChangingOwner: arriving !== null, changeSession }
}

export function useStoredSession() {
  const { session, isChangingOwner, changeSession } = useSessionOfOneOwner()
  const [checked, setChecked] = useState(() => !hasStoredSession())

  const recheck = useCallback(async () => {
    const hasOwnerLeft = watchSessionOwner()
    const next = await readKnownSession()
    if (!hasOwnerLeft()) changeSession(next)
    setChecked(true)
  }, [changeSession])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state is set when Amplify has answered, not here
    if (hasStoredSession()) void recheck()
  }, [recheck])

  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'signedOut') changeSession(null)
        else if (event !== 'accountInactive') void recheck()
      }),
    [recheck, changeSession],
  )

  useEffect(() => onSignOutInOtherTab((ended) => void followSignOut(ended)), [])
  useOtherTabs(recheck)
  useFreshness(session, changeSession)

  return { session, checked, isChangingOwner, recheck }
}

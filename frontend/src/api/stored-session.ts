import { useCallback, useEffect, useState } from 'react'
import { setSessionPersistence } from './amplify.ts'
import { onAuthEvent, onSignOutInOtherTab } from './auth-events.ts'
import { clearAuthSession, readAuthSession, readKnownSession, type AuthSession } from './auth-session.ts'
import { isAccessTokenKey, isSessionPersistent, hasStoredSession } from './session-storage.ts'

/** How long before its end a session is refreshed. */
const refreshAheadMilliseconds = 90_000
const firstRetryMilliseconds = 200
const lastRetry = 8

/** One tab refreshes at a time: refresh tokens rotate, so a second tab would use a token that is already spent. */
const oneAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('habitat-interior:refresh', work) : work()

async function refreshWhenDue(expiresAt: number): Promise<AuthSession | null> {
  return oneAtATime(async () => {
    const known = await readAuthSession()
    return known && known.expiresAt > expiresAt ? known : readAuthSession({ forceRefresh: true })
  })
}

/** Refreshes shortly before `session` ends; retries with growing delays. */
function useFreshness(session: AuthSession | null, keep: (session: AuthSession | null) => void): void {
  useEffect(() => {
    if (!session) return undefined
    let timer: ReturnType<typeof setTimeout>
    const refresh = (retry: number) => {
      refreshWhenDue(session.expiresAt).then(keep, () => {
        if (retry < lastRetry) timer = setTimeout(() => refresh(retry + 1), firstRetryMilliseconds * 2 ** retry)
      })
    }
    const wait = Math.max(session.expiresAt - Date.now() - refreshAheadMilliseconds, 1000)
    timer = setTimeout(() => refresh(0), Math.min(wait, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [session, keep])
}

/** A Google sign-in leaves its tokens in localStorage for a moment; only tokens that stay there belong to all tabs. */
const settledMilliseconds = 1000

/** A persistent session is shared by all tabs: this tab follows their sign-in, refresh and sign-out. */
function useOtherTabs(recheck: () => Promise<void>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      if (hasStoredSession() && isSessionPersistent()) await setSessionPersistence(true)
      await recheck()
    }
    const follow = ({ key }: StorageEvent) => {
      if (!isAccessTokenKey(key)) return
      clearTimeout(timer)
      timer = setTimeout(() => void look(), settledMilliseconds)
    }
    window.addEventListener('storage', follow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('storage', follow)
    }
  }, [recheck])
}

export function useStoredSession() {
  const [session, setSession] = useState<AuthSession | null>(null)
  const [checked, setChecked] = useState(() => !hasStoredSession())

  const recheck = useCallback(async () => {
    setSession(await readKnownSession())
    setChecked(true)
  }, [])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state is set when Amplify has answered, not here
    if (hasStoredSession()) void recheck()
  }, [recheck])

  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'signedOut') setSession(null)
        else if (event !== 'accountInactive') void recheck()
      }),
    [recheck],
  )

  useEffect(() => onSignOutInOtherTab(clearAuthSession), [])
  useOtherTabs(recheck)
  useFreshness(session, setSession)

  return { session, checked, recheck }
}

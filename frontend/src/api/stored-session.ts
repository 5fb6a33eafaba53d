import { useCallback, useEffect, useState } from 'react'
import { onAuthEvent, onOtherTabSignedOut } from './auth-events.ts'
import { forgetSession, readSession, type Session } from './session.ts'
import { sessionMayExist } from './session-storage.ts'

/** How long before its end a session is refreshed. */
const refreshAheadMilliseconds = 90_000
const firstRetryMilliseconds = 200
const lastRetry = 8

const unlessFailed = (reading: Promise<Session | null>) => reading.catch(() => null)

/** One tab refreshes at a time: with rotating refresh tokens the second would hold a token that is already used. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('habitat-interior:refresh', work) : work()

async function refreshed(expiresAt: number): Promise<Session | null> {
  return alone(async () => {
    const known = await readSession()
    return known && known.expiresAt > expiresAt ? known : readSession({ forceRefresh: true })
  })
}

/** Refreshes shortly before `session` ends, and again and again, ever slower, when that fails. */
function useFreshness(session: Session | null, keep: (session: Session | null) => void): void {
  useEffect(() => {
    if (!session) return undefined
    let timer: ReturnType<typeof setTimeout>
    const refresh = (retry: number) => {
      refreshed(session.expiresAt).then(keep, () => {
        if (retry < lastRetry) timer = setTimeout(() => refresh(retry + 1), firstRetryMilliseconds * 2 ** retry)
      })
    }
    const wait = Math.max(session.expiresAt - Date.now() - refreshAheadMilliseconds, 1000)
    timer = setTimeout(() => refresh(0), Math.min(wait, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [session, keep])
}

/** The tokens' session: read once at the start, then after everything that may have changed it. */
export function useStoredSession() {
  const [session, setSession] = useState<Session | null>(null)
  const [checked, setChecked] = useState(() => !sessionMayExist())

  const recheck = useCallback(async () => {
    setSession(await unlessFailed(readSession()))
    setChecked(true)
  }, [])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the state is set when Amplify has answered, not here
    if (sessionMayExist()) void recheck()
  }, [recheck])

  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event === 'signedOut') setSession(null)
        else void recheck()
      }),
    [recheck],
  )

  useEffect(() => onOtherTabSignedOut(forgetSession), [])
  useFreshness(session, setSession)

  return { session, checked, recheck }
}

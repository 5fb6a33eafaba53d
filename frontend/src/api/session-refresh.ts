const lockName = 'habitat-interior:refresh'

/** In all tabs: refresh tokens rotate, so a second tab would use a token that is already spent. */
export const oneRefreshAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(lockName, work) : work()

const waitMs = 5000

/** Before a sign-in: tokens of the person before, which arrive after it, would be stored in its place. */
export async function waitForRunningRefresh(): Promise<void> {
  if (!('locks' in navigator)) return
  await navigator.locks
    .request(lockName, { signal: AbortSignal.timeout(waitMs) }, () => undefined)
    .catch(() => undefined)
}

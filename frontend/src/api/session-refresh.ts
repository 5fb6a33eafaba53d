export const REFRESH_LOCK = 'habitat-interior:refresh'

/** Across all tabs: refresh tokens rotate, so a second tab would use one that is already spent. */
export const oneRefreshAtATime = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work()

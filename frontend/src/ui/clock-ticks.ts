import { onServerClockChange } from './server-clock.ts'

/**
 * For `useSyncExternalStore`: checks every `everyMs` milliseconds, when the page becomes visible again, and when the
 * server clock is corrected.
 */
export const createClockSubscription =
  (everyMs: number) =>
  (onTick: () => void): (() => void) => {
    const timer = setInterval(onTick, everyMs)
    // Timers stand still while a phone sleeps.
    document.addEventListener('visibilitychange', onTick)
    const ignoreServerClock = onServerClockChange(onTick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTick)
      ignoreServerClock()
    }
  }

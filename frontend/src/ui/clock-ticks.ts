import { onServerClockChange } from './server-clock.ts'

/**
 * For `useSyncExternalStore`: checks every `everyMs` milliseconds, when the page becomes visible again, and when the
 * server clock is corrected.
 */
export const createClockSubscription =
  (everyMs: number) =>
  (look: () => void): (() => void) => {
    const timer = setInterval(look, everyMs)
    // Timers stand still while a phone sleeps.
    document.addEventListener('visibilitychange', look)
    const ignoreServerClock = onServerClockChange(look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      ignoreServerClock()
    }
  }

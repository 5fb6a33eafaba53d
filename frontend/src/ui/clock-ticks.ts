import { onServerClockChange } from './server-clock.ts'

/** For `useSyncExternalStore`: looks again every so often, after a sleep, and when the server's clock moves. */
export const createClockSubscription =
  (everyMs: number) =>
  (look: () => void): (() => void) => {
    const timer = setInterval(look, everyMs)
    // A telephone that slept has missed its minutes.
    document.addEventListener('visibilitychange', look)
    const ignoreServerClock = onServerClockChange(look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      ignoreServerClock()
    }
  }

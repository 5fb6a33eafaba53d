import { useSyncExternalStore } from 'react'
import { onServerClockChange } from './server-clock.ts'
import { todayHere } from './wall-time.ts'

const EVERY_MS = 60_000

function onMinutes(look: () => void): () => void {
  const timer = setInterval(look, EVERY_MS)
  // A telephone that slept has missed its minutes.
  document.addEventListener('visibilitychange', look)
  const ignoreServerClock = onServerClockChange(look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    ignoreServerClock()
  }
}

/** The day by the clocks of the practice, also on a page that is left open over midnight. */
export const useToday = (): string => useSyncExternalStore(onMinutes, todayHere)

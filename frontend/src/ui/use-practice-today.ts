import { useSyncExternalStore } from 'react'
import { onServerClockChange } from './server-clock.ts'
import { getPracticeToday } from './wall-time.ts'

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

/** In the practice's time zone; updates at midnight. */
export const usePracticeToday = (): string => useSyncExternalStore(onMinutes, getPracticeToday)

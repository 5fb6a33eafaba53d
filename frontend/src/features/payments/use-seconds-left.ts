import { useSyncExternalStore } from 'react'

function onSeconds(look: () => void): () => void {
  const timer = setInterval(look, 1000)
  // Timers stand still while a phone sleeps.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

export const useSecondsLeft = (endsAtMs: number): number =>
  useSyncExternalStore(onSeconds, () => Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)))

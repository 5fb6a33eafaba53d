import { useSyncExternalStore } from 'react'

function onSeconds(onTick: () => void): () => void {
  const timer = setInterval(onTick, 1000)
  // Timers stand still while a phone sleeps.
  document.addEventListener('visibilitychange', onTick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onTick)
  }
}

export const useSecondsLeft = (endsAtMs: number): number =>
  useSyncExternalStore(onSeconds, () => Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000)))

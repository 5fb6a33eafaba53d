import { useIsOffline } from '../api/connection.ts'

/** Replaces the loading text while offline. */
export function useLoadingText(text: string): string {
  return useIsOffline() ? 'Sin conexión. Aparecerá cuando vuelva.' : text
}

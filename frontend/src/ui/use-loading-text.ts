import { useIsOffline } from '../api/connection.ts'

/** What stands in the place of something that is being read: without a connection, that it waits for it. */
export function useLoadingText(text: string): string {
  return useIsOffline() ? 'Sin conexión. Aparecerá cuando vuelva.' : text
}

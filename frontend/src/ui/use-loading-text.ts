import { useIsOffline } from '../api/connection.ts'

export function useLoadingText(text: string): string {
  return useIsOffline() ? 'Sin conexión. Aparecerá cuando vuelva.' : text
}

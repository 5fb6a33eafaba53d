import { useEffect } from 'react'
import { clearAuthSession } from '../../api/auth-session.ts'
import { sessionRenewal } from '../../api/session-renewal.ts'

/** The old session has ended: leaving before the new one has begun signs the user out. */
export function useRenewalEnd(): void {
  useEffect(
    () => () => {
      if (sessionRenewal.isRunning()) clearAuthSession()
    },
    [],
  )
}

import { useEffect } from 'react'
import { clearAuthSession } from '../../api/auth-session.ts'
import { sessionRenewal } from '../../api/session-renewal.ts'

/** Whoever leaves the page before their new session has begun is signed out: the old one has ended. */
export function useRenewalEnd(): void {
  useEffect(
    () => () => {
      if (sessionRenewal.isRunning()) clearAuthSession()
    },
    [],
  )
}

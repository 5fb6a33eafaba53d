import type { GoogleOutcome } from '../../api/google.ts'

const key = 'oauth-intent'

export const googleIntent = {
  markRegistration: (): void => window.sessionStorage.setItem(key, 'register'),
  isRegistration: (): boolean => window.sessionStorage.getItem(key) === 'register',
  forget: (): void => window.sessionStorage.removeItem(key),
}

export const googleReturnPath = (outcome: GoogleOutcome): string =>
  outcome === 'success' ? '/auth?oauth=google' : `/auth?oauth=google&problem=${outcome}`

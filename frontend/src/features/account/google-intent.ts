import type { GoogleOutcome } from '../../api/google.ts'

const key = 'oauth-intent'

/** What somebody goes to Google for: marked when it is to register, so that the return leads there. */
export const googleIntent = {
  markRegistration: (): void => window.sessionStorage.setItem(key, 'register'),
  isRegistration: (): boolean => window.sessionStorage.getItem(key) === 'register',
  forget: (): void => window.sessionStorage.removeItem(key),
}

/** Where a return from Google is looked at. */
export const googleReturnPath = (outcome: GoogleOutcome): string =>
  outcome === 'success' ? '/auth?oauth=google' : `/auth?oauth=google&problem=${outcome}`

import type { GoogleSignInOutcome } from '../../api/google-sign-in.ts'

const key = 'oauth-intent'

export const googleRegistrationIntent = {
  markRegistration: (): void => window.sessionStorage.setItem(key, 'register'),
  isRegistration: (): boolean => window.sessionStorage.getItem(key) === 'register',
  forget: (): void => window.sessionStorage.removeItem(key),
}

export const buildGoogleReturnPath = (outcome: GoogleSignInOutcome): string =>
  outcome === 'success' ? '/auth?oauth=google' : `/auth?oauth=google&problem=${outcome}`

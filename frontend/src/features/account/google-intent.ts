import { tabStorage } from '../../api/browser-storage.ts'
import type { GoogleSignInOutcome } from '../../api/google-sign-in.ts'

const key = 'oauth-intent'

export const googleRegistrationIntent = {
  markRegistration: (): void => void tabStorage.write(key, 'register'),
  isRegistration: (): boolean => tabStorage.read(key) === 'register',
  forget: (): void => tabStorage.remove(key),
}

export const buildGoogleReturnPath = (outcome: GoogleSignInOutcome): string =>
  outcome === 'success' ? '/auth?oauth=google' : `/auth?oauth=google&problem=${outcome}`

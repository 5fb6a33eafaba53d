import { tabStorage } from '../../api/browser-storage.ts'
import { toSafeRedirectPath } from '../../api/destinations.ts'
import type { GoogleSignInOutcome } from '../../api/google-sign-in.ts'
import { withWantedPath } from './use-wanted-path.ts'

const key = 'oauth-intent'

export const googleRegistrationIntent = {
  markRegistration: (): void => void tabStorage.write(key, 'register'),
  isRegistration: (): boolean => tabStorage.read(key) === 'register',
  forget: (): void => tabStorage.remove(key),
}

const wantedKey = 'oauth-next'

/** For a visit to Google in this window: the address to which Google returns is fixed and cannot name it. */
export const wantedPathAfterGoogle = {
  store: (wanted: string | undefined): void =>
    wanted === undefined ? tabStorage.remove(wantedKey) : void tabStorage.write(wantedKey, wanted),
  take: (): string | undefined => {
    const wanted = toSafeRedirectPath(tabStorage.read(wantedKey))
    tabStorage.remove(wantedKey)
    return wanted
  },
}

export const buildGoogleReturnPath = (outcome: GoogleSignInOutcome, wanted: string | undefined): string =>
  withWantedPath(outcome === 'success' ? '/auth?oauth=google' : `/auth?oauth=google&problem=${outcome}`, wanted)

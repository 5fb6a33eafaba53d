import { type BrowserStorage, sharedStorage, tabStorage } from './browser-storage.ts'

/** Amplify's own key format: `CognitoIdentityServiceProvider.<client>.…` */
const prefix = 'CognitoIdentityServiceProvider.'

const keysOf = (storage: BrowserStorage) => storage.keys().filter((key) => key.startsWith(prefix))
const holdsSession = (storage: BrowserStorage) => keysOf(storage).some((key) => key.endsWith('.LastAuthUser'))

/** Whether a session may exist, checked without downloading Amplify. False during prerendering and without storage. */
export const hasStoredSession = (): boolean => holdsSession(sharedStorage) || holdsSession(tabStorage)

export const isAccessTokenKey = (key: string | null): boolean =>
  key !== null && key.startsWith(prefix) && key.endsWith('.accessToken')

export const isSessionPersistent = (): boolean => !holdsSession(tabStorage)

export const getTokenStorage = (): BrowserStorage => (isSessionPersistent() ? sharedStorage : tabStorage)

export function buildTokenStorageKey(storage: BrowserStorage, name: string): string {
  const last = keysOf(storage).find((key) => key.endsWith('.LastAuthUser')) ?? ''
  return `${last.slice(0, -'LastAuthUser'.length)}${storage.read(last)}.${name}`
}

export function clearStoredTokens(): void {
  for (const storage of [sharedStorage, tabStorage]) {
    for (const key of keysOf(storage)) storage.remove(key)
  }
}

/** The Google window stores its tokens in localStorage; a session for this tab only moves them to sessionStorage. */
export function moveTokensToTabStorage(keep: boolean): void {
  if (keep) return
  for (const key of keysOf(sharedStorage)) {
    tabStorage.write(key, sharedStorage.read(key) ?? '')
    sharedStorage.remove(key)
  }
}

const visitKeys = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']

/** Otherwise Amplify would complete the unfinished sign-in instead of the next one. */
export function clearUnfinishedGoogleSignIn(): void {
  const stale = keysOf(sharedStorage).filter((key) => visitKeys.some((end) => key.endsWith(end)))
  for (const key of stale) sharedStorage.remove(key)
}

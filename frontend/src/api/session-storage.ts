/** Amplify's own key format: `CognitoIdentityServiceProvider.<client>.…` */
const prefix = 'CognitoIdentityServiceProvider.'

const keysOf = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))
const holdsSession = (storage: Storage) => keysOf(storage).some((key) => key.endsWith('.LastAuthUser'))

/**
 * Whether a session may exist, checked without downloading Amplify. False during prerendering and where the browser
 * refuses storage.
 */
export function hasStoredSession(): boolean {
  if (typeof window === 'undefined') return false
  try {
    return holdsSession(window.localStorage) || holdsSession(window.sessionStorage)
  } catch {
    return false
  }
}

export const isAccessTokenKey = (key: string | null): boolean =>
  key !== null && key.startsWith(prefix) && key.endsWith('.accessToken')

/** Whether the session outlives the browser window. */
export const isSessionPersistent = (): boolean => !holdsSession(window.sessionStorage)

export const getTokenStorage = (): Storage => (isSessionPersistent() ? window.localStorage : window.sessionStorage)

export function buildTokenStorageKey(storage: Storage, name: string): string {
  const last = keysOf(storage).find((key) => key.endsWith('.LastAuthUser')) ?? ''
  return `${last.slice(0, -'LastAuthUser'.length)}${storage.getItem(last)}.${name}`
}

export function clearStoredTokens(): void {
  for (const storage of [window.localStorage, window.sessionStorage]) {
    for (const key of keysOf(storage)) storage.removeItem(key)
  }
}

/** The Google window stores its tokens in localStorage; a session of this window only moves them to sessionStorage. */
export function moveTokensToTabStorage(keep: boolean): void {
  if (keep) return
  for (const key of keysOf(window.localStorage)) {
    window.sessionStorage.setItem(key, window.localStorage.getItem(key) ?? '')
    window.localStorage.removeItem(key)
  }
}

const visitKeys = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']

/** Clears an unfinished Google sign-in; Amplify would otherwise complete it in place of the next one. */
export function clearUnfinishedGoogleSignIn(): void {
  const stale = keysOf(window.localStorage).filter((key) => visitKeys.some((end) => key.endsWith(end)))
  for (const key of stale) window.localStorage.removeItem(key)
}

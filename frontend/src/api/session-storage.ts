/** Amplify's own names of what it keeps: `CognitoIdentityServiceProvider.<client>.…` */
const prefix = 'CognitoIdentityServiceProvider.'

const keysOf = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))
const holdsSession = (storage: Storage) => keysOf(storage).some((key) => key.endsWith('.LastAuthUser'))

/**
 * Whether somebody may be signed in here, found out without downloading Amplify. Nobody is where pages are rendered, nor
 * in a browser that keeps nothing: there the storage itself is refused.
 */
export function sessionMayExist(): boolean {
  if (typeof window === 'undefined') return false
  try {
    return holdsSession(window.localStorage) || holdsSession(window.sessionStorage)
  } catch {
    return false
  }
}

/** Whether a key of the storage holds the token of a session. */
export const isAccessToken = (key: string | null): boolean =>
  key !== null && key.startsWith(prefix) && key.endsWith('.accessToken')

/** Whether the session outlives the browser window. */
export const isSessionPersistent = (): boolean => !holdsSession(window.sessionStorage)

/** Where the tokens of this window's session are. */
export const sessionStore = (): Storage => (isSessionPersistent() ? window.localStorage : window.sessionStorage)

/** The key of one of the tokens of whoever signed in last. */
export function tokenKey(storage: Storage, name: string): string {
  const last = keysOf(storage).find((key) => key.endsWith('.LastAuthUser')) ?? ''
  return `${last.slice(0, -'LastAuthUser'.length)}${storage.getItem(last)}.${name}`
}

/** Removes every token from this browser, wherever it was kept. */
export function clearTokens(): void {
  for (const storage of [window.localStorage, window.sessionStorage]) {
    for (const key of keysOf(storage)) storage.removeItem(key)
  }
}

/** Tokens that came by another window lie in the storage that windows share; they move to where this one keeps them. */
export function moveTokensToTab(keep: boolean): void {
  if (keep) return
  for (const key of keysOf(window.localStorage)) {
    window.sessionStorage.setItem(key, window.localStorage.getItem(key) ?? '')
    window.localStorage.removeItem(key)
  }
}

const visitKeys = ['.inflightOAuth', '.inflightOAuthDeadline', '.oauthPKCE', '.oauthState']

/** Forgets a visit to Google that never came back; Amplify would end the next one in its stead. */
export function clearGoogleVisit(): void {
  const stale = keysOf(window.localStorage).filter((key) => visitKeys.some((end) => key.endsWith(end)))
  for (const key of stale) window.localStorage.removeItem(key)
}

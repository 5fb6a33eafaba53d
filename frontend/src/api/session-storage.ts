/** Amplify's own names of what it keeps: `CognitoIdentityServiceProvider.<client>.…` */
const prefix = 'CognitoIdentityServiceProvider.'

const keysOf = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith(prefix))
const holdsSession = (storage: Storage) => keysOf(storage).some((key) => key.endsWith('.LastAuthUser'))

/** Whether somebody may be signed in here, found out without downloading Amplify. */
export const sessionMayExist = (): boolean => holdsSession(window.localStorage) || holdsSession(window.sessionStorage)

/** Whether the session outlives the browser window. */
export const sessionIsKept = (): boolean => !holdsSession(window.sessionStorage)

/** Removes every token from this browser, wherever it was kept. */
export function eraseTokens(): void {
  for (const storage of [window.localStorage, window.sessionStorage]) {
    for (const key of keysOf(storage)) storage.removeItem(key)
  }
}

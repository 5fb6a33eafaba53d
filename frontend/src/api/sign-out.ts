import { loadStageConfig } from './amplify.ts'
import { notifyOtherTabsOfSignOut, type SessionScope } from './auth-events.ts'
import { clearAuthSession } from './auth-session.ts'
import { loadSessionCalls } from './load-session-calls.ts'
import { hasStoredSession, isSessionPersistent } from './session-storage.ts'
import { readRefreshToken } from './stored-tokens.ts'

const timeoutMs = 5000

/**
 * Not Amplify's `signOut`: it reads the token late and clears the storage after Cognito's answer, which may by then
 * hold the session of another user.
 */
async function revoke(token: string): Promise<void> {
  const { userPoolClientId: ClientId, userPoolEndpoint, region } = await loadStageConfig()
  await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    },
    body: JSON.stringify({ ClientId, Token: token }),
  })
}

/** Our server ends the session and its access token; Cognito revokes the refresh token. */
async function signOutAtServers(timeout: Promise<unknown>): Promise<void> {
  const token = readRefreshToken()
  const end = loadSessionCalls().then(({ endServerSession }) => endServerSession())
  await Promise.race([end.catch(() => undefined), timeout])
  if (token) await revoke(token)
}

/**
 * Ends the session in this tab, in other tabs, and on the servers if reachable. Offline it ends in the browser all the
 * same.
 */
export async function signOutBrowser(): Promise<void> {
  const ended = getSessionScope()
  await endStoredSession()
  notifyOtherTabsOfSignOut(ended)
  clearAuthSession()
}

/** The session of this tab is still open at the servers unless it was the shared one that another tab has ended. */
export async function followSignOut(ended: SessionScope): Promise<void> {
  if (ended === 'tab' || getSessionScope() === 'tab') await endStoredSession()
  clearAuthSession()
}

const getSessionScope = (): SessionScope => (isSessionPersistent() ? 'shared' : 'tab')

async function endStoredSession(): Promise<void> {
  if (!hasStoredSession()) return
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([signOutAtServers(timeout).catch(() => undefined), timeout])
}

import { loadAmplify } from './amplify.ts'
import { notifyOtherTabsOfSignOut } from './auth-events.ts'
import { clearAuthSession } from './auth-session.ts'
import { loadSessionCalls } from './load-session-calls.ts'
import { hasStoredSession } from './session-storage.ts'

/** The sign-out in the browser does not wait longer for the servers. */
const timeoutMs = 5000

/** Our server ends the session and its access token; Cognito revokes the refresh token. */
async function signOutAtServers(): Promise<void> {
  await loadSessionCalls()
    .then(({ endServerSession }) => endServerSession())
    .catch(() => undefined)
  const { signOut } = await loadAmplify()
  await signOut()
}

/**
 * Ends the session in this tab, in the others, and on the servers if reachable: a session that has ended here must not
 * look open for lack of a network.
 */
export async function signOutBrowser(): Promise<void> {
  if (hasStoredSession()) {
    const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    await Promise.race([signOutAtServers().catch(() => undefined), timeout])
  }
  notifyOtherTabsOfSignOut()
  clearAuthSession()
}

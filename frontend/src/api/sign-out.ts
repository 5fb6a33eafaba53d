import { api } from '#contract/api'
import { amplify } from './amplify.ts'
import { notifyOtherTabs } from './auth-events.ts'
import { call } from './call.ts'
import { clearSession } from './session.ts'
import { sessionMayExist } from './session-storage.ts'

/** The sign-out in the browser does not wait longer for the servers. */
const timeoutMs = 5000

/** Our server ends the session and its access token; Cognito revokes the refresh token. */
async function signOutAtServers(): Promise<void> {
  await call(api.account.signOut, {}).catch(() => undefined)
  const { signOut } = await amplify()
  await signOut()
}

/**
 * Ends the session in this tab, in the others, and on the servers if reachable: a session that has ended here must not
 * look open for lack of a network.
 */
export async function endSession(): Promise<void> {
  if (sessionMayExist()) {
    const patience = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    await Promise.race([signOutAtServers().catch(() => undefined), patience])
  }
  notifyOtherTabs()
  clearSession()
}

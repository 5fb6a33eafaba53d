import { api } from '#contract/api'
import { amplify } from './amplify.ts'
import { notifyOtherTabs } from './auth-events.ts'
import { call } from './call.ts'
import { clearSession } from './session.ts'
import { sessionMayExist } from './session-storage.ts'

/** Nobody waits longer than this to be signed out. */
const timeoutMs = 5000

/** Our server ends the session, and with it the access token; Cognito revokes the token that would fetch the next. */
async function signOutAtServers(): Promise<void> {
  await call(api.account.signOut, {}).catch(() => undefined)
  const { signOut } = await amplify()
  await signOut()
}

/**
 * Ends the session in this tab and in the others, and on the servers where they can be reached: a session that is over
 * here must not look open because a network is not there.
 */
export async function endSession(): Promise<void> {
  if (sessionMayExist()) {
    const patience = new Promise((resolve) => setTimeout(resolve, timeoutMs))
    await Promise.race([signOutAtServers().catch(() => undefined), patience])
  }
  notifyOtherTabs()
  clearSession()
}

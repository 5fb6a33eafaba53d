import { api } from '#contract/api'
import { amplify } from './amplify.ts'
import { tellOtherTabs } from './auth-events.ts'
import { call } from './call.ts'
import { forgetSession } from './session.ts'
import { sessionMayExist } from './session-storage.ts'

/** Nobody waits longer than this to be signed out. */
const patienceMilliseconds = 5000

/** Our server ends the session, and with it the access token; Cognito revokes the token that would fetch the next. */
async function tellServers(): Promise<void> {
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
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
    await Promise.race([tellServers().catch(() => undefined), patience])
  }
  tellOtherTabs()
  forgetSession()
}

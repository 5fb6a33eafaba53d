import type { account } from '#contract/account'
import { userByEmail } from '#data/queries'
import { type Limit, takeTry } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { noteCodeAsked, noteWrongCode } from './code-at-sign-in.ts'
import { failOpenAttempt, nobodyAt } from './login-ledger.ts'
import type { AccountServices } from './services.ts'

const REPORTS: Limit = { name: 'failed-sign-in-reports', tries: 30, minutes: 15 }

/**
 * The page says how far a sign-in came. It is believed only where the ledger has an attempt open, and says nothing back:
 * who reports what did not happen changes nothing.
 */
export const reportFailedSignIn: Action<typeof account.reportFailedSignIn, AccountServices> = async (
  { actor, body },
  services,
) => {
  const { email, stage } = body
  await takeTry(services.data, REPORTS, actor.address, services.wallClock())
  const userId = (await userByEmail(services.data, email))?.userId ?? nobodyAt(email)
  if (stage === 'password') await failOpenAttempt(userId, actor, services)
  else if (stage === 'code-asked') await noteCodeAsked(userId, services)
  else await noteWrongCode(userId, actor, services)
  return { accepted: true }
}

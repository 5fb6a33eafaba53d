import type { account } from '#contract/account'
import { userByEmail } from '#data/queries'
import { type Limit, takeTry } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { failOpenAttempt } from './login-ledger.ts'
import type { AccountServices } from './services.ts'

const REPORTS: Limit = { name: 'failed-sign-in-reports', tries: 30, minutes: 15 }

/**
 * The page says that a sign-in failed. It is believed only where the ledger has an attempt open, and says nothing back:
 * who reports what did not happen changes nothing.
 */
export const reportFailedSignIn: Action<typeof account.reportFailedSignIn, AccountServices> = async (
  { actor, body },
  services,
) => {
  await takeTry(services.data, REPORTS, actor.address, services.wallClock())
  const owner = await userByEmail(services.data, body.email)
  if (owner) await failOpenAttempt(owner.userId, actor, services)
  return { accepted: true }
}

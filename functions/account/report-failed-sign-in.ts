import type { account } from '#contract/account'
import { reportAttempt } from '#platform/login-ledger'
import { consumeNetworkRateLimit, type RateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import type { AccountServices } from './services.ts'

const REPORTS: RateLimit = { name: 'failed-sign-in-reports', tries: 30, minutes: 15 }

/**
 * The page says how far a sign-in came. It is believed only with the ticket of an attempt that is open, and says nothing
 * back: who reports what did not happen changes nothing.
 */
export const reportFailedSignIn: Action<typeof account.reportFailedSignIn, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, REPORTS, actor.address, services.wallClock())
  await reportAttempt(body.ticket, body.stage, services)
  return { accepted: true }
}

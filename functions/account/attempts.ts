import type { account } from '#contract/account'
import { reportAttempt } from './public/login-ledger.ts'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { trustOfBrowsers, trustOfLink, rememberBrowser, renewBrowser } from './public/trust.ts'
import { createVisitTicket } from './public/visit-ticket.ts'
import type { AccountServices } from './services.ts'

const TICKETS: RateLimit = { name: 'visit-tickets', tries: 60, minutes: 15 }
/** For a browser or link that the account trusts: strangers on the same network cannot use these up. */
const TRUSTED_TICKETS: RateLimit = { name: 'visit-tickets-of-trusted', tries: 30, minutes: 15 }

export const issueTicket: Action<typeof account.issueTicket> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const trust = [
    ...(body?.link ? await trustOfLink(body.link, services) : []),
    ...(await trustOfBrowsers(body?.browsers ?? [], services)),
  ]
  const [trusted] = trust
  if (trusted)
    await consumeRateLimit(
      data,
      { ...TRUSTED_TICKETS, name: `${TRUSTED_TICKETS.name}-${trusted.place}` },
      trusted.userId,
      wallClock(),
    )
  else await consumeNetworkRateLimit(data, TICKETS, actor.address, wallClock())
  const { enforceStrongPasswords: strongPasswords } = await services.securitySettings()
  return { ticket: await createVisitTicket(actor, services, trust), strongPasswords }
}

const REPORTS: RateLimit = { name: 'failed-sign-in-reports', tries: 30, minutes: 15 }

/**
 * Reported by the page. Believed only with the ticket of an open attempt, and the reply says nothing, so a false report
 * changes nothing.
 */
export const reportFailedSignIn: Action<typeof account.reportFailedSignIn, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, REPORTS, actor.address, services.wallClock())
  await reportAttempt(body.ticket, body.stage, services)
  return { accepted: true }
}

const BROWSERS: RateLimit = { name: 'known-browsers', tries: 20, minutes: 24 * 60 }

export const issueBrowserToken: Action<typeof account.keepBrowser> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const { userId } = actor
  for (const browser of body.browsers) {
    const [known] = await trustOfBrowsers([browser], services)
    if (known?.userId !== userId) continue
    await renewBrowser(browser, services)
    return { browser: null }
  }
  await consumeRateLimit(data, BROWSERS, userId, wallClock())
  return { browser: await rememberBrowser(userId, services) }
}

import type { account } from '#contract/account'
import { reportAttempt } from './public/login-ledger.ts'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { trustOfBrowsers, trustOfLink, rememberBrowser, renewBrowser } from './public/trust.ts'
import { createVisitTicket } from './public/visit-ticket.ts'
import type { AccountServices } from './services.ts'

const TICKETS: RateLimit = { name: 'visit-tickets', tries: 60, minutes: 15 }
/** Of a browser or a link that an account trusts: strangers in the same network do not use these up. */
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

const BROWSERS: RateLimit = { name: 'known-browsers', tries: 20, minutes: 24 * 60 }

/** Gives the browser of whoever is signed in a token, unless it has one of this account already. */
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

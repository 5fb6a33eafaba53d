import type { account } from '#contract/account-domain'
import { recordSignInStage } from './public/login-ledger.ts'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import {
  findKnownBrowserPlaces,
  findMailedLinkPlaces,
  registerKnownBrowser,
  renewKnownBrowser,
} from './public/trusted-places.ts'
import { createCognitoCallTicket } from './public/cognito-call-ticket.ts'
import type { AccountServices } from './services.ts'

const TICKETS: RateLimit = { name: 'visit-tickets', tries: 60, minutes: 15 }
/** Attempts with a trusted browser or link: strangers on the same network cannot use these up. */
const TRUSTED_TICKETS: RateLimit = { name: 'visit-tickets-of-trusted', tries: 30, minutes: 15 }

export const issueCognitoCallTicket: EndpointAction<typeof account.issueTicket> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const trust = [
    ...(body?.link ? await findMailedLinkPlaces(body.link, services) : []),
    ...(await findKnownBrowserPlaces(body?.browsers ?? [], services)),
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
  return { ticket: await createCognitoCallTicket(actor, services, trust), strongPasswords }
}

const REPORTS: RateLimit = { name: 'failed-sign-in-reports', tries: 30, minutes: 15 }

/**
 * Only the ticket of an open attempt has an effect, and the reply is always the same, so a false report gains nothing.
 */
export const reportFailedSignIn: EndpointAction<typeof account.reportFailedSignIn, AccountServices> = async (
  { actor, body },
  services,
) => {
  await consumeNetworkRateLimit(services.data, REPORTS, actor.address, services.wallClock())
  await recordSignInStage(body.ticket, body.stage, services)
  return { accepted: true }
}

const BROWSERS: RateLimit = { name: 'known-browsers', tries: 20, minutes: 24 * 60 }

export const issueKnownBrowserToken: EndpointAction<typeof account.keepBrowser> = async ({ actor, body }, services) => {
  const { data, wallClock } = services
  const { userId } = actor
  for (const browser of body.browsers) {
    const [known] = await findKnownBrowserPlaces([browser], services)
    if (known?.userId !== userId) continue
    await renewKnownBrowser(browser, services)
    return { browser: null }
  }
  await consumeRateLimit(data, BROWSERS, userId, wallClock())
  return { browser: await registerKnownBrowser(userId, services) }
}

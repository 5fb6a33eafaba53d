import type { account } from '#contract/account'
import { consumeNetworkRateLimit, type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import { trustOfBrowsers, trustOfLink } from '#platform/trust'
import { createVisitTicket } from '#platform/visit-ticket'

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

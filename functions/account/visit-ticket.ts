import type { account } from '#contract/account'
import type { Data } from '#data/data'
import { epochSeconds } from '#data/table'
import type { Caller } from '#platform/http'
import { type Limit, takeTry } from '#platform/rate-limit'
import type { Action } from '#platform/serve'
import type { Services } from '#platform/services'

const TICKETS: Limit = { name: 'visit-tickets', tries: 60, minutes: 15 }

/** Long enough to type a password, too short to be worth collecting. */
const TICKET_MINUTES = 5

export const issueTicket: Action<typeof account.issueTicket> = async ({ actor }, services) => {
  await takeTry(services.data, TICKETS, actor.address, services.wallClock())
  return { ticket: await writeTicket(actor, services) }
}

/** @returns the id of a ticket that says where this caller is */
export async function writeTicket(
  { address, userAgent }: Caller,
  { data, wallClock, newId }: Pick<Services, 'data' | 'wallClock' | 'newId'>,
): Promise<string> {
  const expiresAt = new Date(wallClock().getTime() + TICKET_MINUTES * 60_000)
  const ticketId = newId('tkt')
  await data.visitTickets
    .create({
      ticketId,
      address,
      userAgent,
      expiresAt: expiresAt.toISOString(),
      expiresAtEpoch: epochSeconds(expiresAt),
    })
    .go()
  return ticketId
}

const TICKET = /^tkt_[a-z0-9-]{8,64}$/

/**
 * Where the holder of a ticket was when our own API gave it to them. It serves once. Undefined without a ticket, or with
 * one that is made up, used or too old: nobody is turned away for that.
 */
export async function takeTicket(
  ticketId: string | undefined,
  { data, wallClock }: { data: Data; wallClock: () => Date },
): Promise<Caller | undefined> {
  if (!ticketId || !TICKET.test(ticketId)) return undefined
  const { data: ticket } = await data.visitTickets.delete({ ticketId }).go({ response: 'all_old' })
  if (!ticket || ticket.expiresAt <= wallClock().toISOString()) return undefined
  return { address: ticket.address, userAgent: ticket.userAgent }
}

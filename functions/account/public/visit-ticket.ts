import { conditionFailed, type Data } from '#data/data'
import { epochSeconds } from '#data/table'
import type { Caller } from '#platform/http'
import { networksOf } from '#platform/network'
import type { Services } from '#platform/services'

/** Long enough to type a password, too short to be worth collecting. */
const TICKET_MINUTES = 5

const ATTEMPT_MINUTES = 30

/**
 * An account whose limit for strangers does not apply to the caller, and the place that counts the caller's failures
 * instead.
 */
export interface Trust {
  readonly userId: string
  readonly place: string
}

/** @returns the id of a ticket that records the caller's place and the accounts that trust it */
export const createVisitTicket = (
  caller: Caller,
  services: WritingServices,
  trust: readonly Trust[] = [],
): Promise<string> => createTicket(caller, trust.length > 0 ? { trust: [...trust] } : {}, services)

/** Shows that our server has checked the password: Cognito shows none to a trigger. */
export const createSignUpTicket = (caller: Caller, services: WritingServices): Promise<string> =>
  createTicket(caller, { signsUp: true }, services)

type WritingServices = Pick<Services, 'data' | 'wallClock' | 'newId'>

async function createTicket(
  { address, userAgent }: Caller,
  marks: { readonly trust?: Trust[]; readonly signsUp?: true },
  { data, wallClock, newId }: WritingServices,
): Promise<string> {
  const expiresAt = new Date(wallClock().getTime() + TICKET_MINUTES * 60_000)
  const ticketId = newId('tkt')
  await data.visitTickets
    .create({
      ticketId,
      address,
      userAgent,
      ...marks,
      expiresAt: expiresAt.toISOString(),
      expiresAtEpoch: epochSeconds(expiresAt),
    })
    .go()
  return ticketId
}

const TICKET = /^tkt_[a-z0-9-]{8,64}$/

interface TicketServices {
  readonly data: Data
  readonly wallClock: () => Date
}

interface RedeemedTicket extends Caller {
  readonly signsUp?: boolean
}

/**
 * Where the caller was when our API issued the ticket. Single use. Undefined when missing, forged, used or expired:
 * nobody is refused for that.
 */
export async function redeemTicket(
  ticketId: string | undefined,
  { data, wallClock }: TicketServices,
): Promise<RedeemedTicket | undefined> {
  if (!ticketId || !TICKET.test(ticketId)) return undefined
  const ticket = await undefinedIfUsed(() =>
    data.visitTickets
      .delete({ ticketId })
      .where(({ attempt }, { notExists }) => notExists(attempt))
      .go({ response: 'all_old' }),
  )
  if (!ticket?.data || ticket.data.expiresAt <= wallClock().toISOString()) return undefined
  const { address, userAgent, signsUp } = ticket.data
  return { address, userAgent, ...(signsUp && { signsUp }) }
}

export interface Visit {
  readonly ticketId: string
  readonly caller: Caller
  readonly place: string
  readonly trusted: boolean
}

export async function assignTicketToAttempt(
  ticketId: string | undefined,
  userId: string,
  { data, wallClock }: TicketServices,
): Promise<Visit | undefined> {
  const ticket = await ticketOf(ticketId, data)
  if (!ticket || ticket.attempt || ticket.expiresAt <= wallClock().toISOString()) return undefined
  const { address, userAgent, trust = [] } = ticket
  const trusted = trust.find((account) => account.userId === userId)
  const place = trusted?.place ?? networksOf(address).place
  const spent = await undefinedIfUsed(() =>
    data.visitTickets
      .patch({ ticketId: ticket.ticketId })
      .set({ attempt: { userId, place }, expiresAtEpoch: epochSeconds(wallClock()) + ATTEMPT_MINUTES * 60 })
      .where(({ attempt }, { notExists }) => notExists(attempt))
      .go(),
  )
  return spent && { ticketId: ticket.ticketId, caller: { address, userAgent }, place, trusted: trusted !== undefined }
}

export const attemptOf = async (ticketId: string | undefined, data: Data) => (await ticketOf(ticketId, data))?.attempt

const ticketOf = async (ticketId: string | undefined, data: Data) =>
  ticketId && TICKET.test(ticketId)
    ? ((await data.visitTickets.get({ ticketId }).go({ consistent: true })).data ?? undefined)
    : undefined

async function undefinedIfUsed<Written>(write: () => Promise<Written>): Promise<Written | undefined> {
  try {
    return await write()
  } catch (error) {
    if (conditionFailed(error)) return undefined
    throw error
  }
}

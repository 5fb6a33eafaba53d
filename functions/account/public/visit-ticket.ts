import { conditionFailed, type Data } from '#data/data'
import { epochSeconds } from '#data/table'
import type { Caller } from '#platform/http'
import { networksOf } from '#platform/network'
import type { Services } from '#platform/services'

/** Long enough to type a password, too short to be worth collecting. */
const TICKET_MINUTES = 5

/** As long as something may still be said of the attempt that was begun with it. */
const ATTEMPT_MINUTES = 30

/** An account whose limit against strangers does not hold for somebody, and the place that their failures count at instead. */
export interface Trust {
  readonly userId: string
  readonly place: string
}

/** @returns the id of a ticket that says where this caller is, and which accounts trust them */
export const createVisitTicket = (
  caller: Caller,
  services: WritingServices,
  trust: readonly Trust[] = [],
): Promise<string> => createTicket(caller, trust.length > 0 ? { trust: [...trust] } : {}, services)

/** One for the sign-up of somebody whose password our server has looked at: Cognito shows none to a trigger. */
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

/** `signsUp` where our own server made it to sign somebody up. */
interface RedeemedTicket extends Caller {
  readonly signsUp?: boolean
}

/**
 * Where the holder of a ticket was when our own API gave it to them. It serves once. Undefined without a ticket, or with
 * one that is made up, used or too old: nobody is turned away for that.
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

/** An attempt to sign in, as its ticket tells of it. */
export interface Visit {
  readonly ticketId: string
  readonly caller: Caller
  /** What its failures count at. */
  readonly place: string
  readonly trusted: boolean
}

/** Makes a ticket the one of an attempt at an account. Undefined as with `redeemTicket`. */
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

/** The attempt that was begun with a ticket. */
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

import { isConditionFailure, type Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import type { CallerDetails } from '#platform/http'
import { toCallerNetworks } from '#platform/network'
import type { ActionServices } from '#platform/services'

/** Long enough to type a password, too short to be worth collecting. */
const TICKET_MINUTES = 5

const ATTEMPT_MINUTES = 30

export interface SignInTrust {
  readonly userId: string
  readonly place: string
}

/** @returns the id of a ticket that records the caller's place and the accounts that trust it */
export const createCognitoCallTicket = (
  caller: CallerDetails,
  services: WritingServices,
  trust: readonly SignInTrust[] = [],
): Promise<string> => createTicket(caller, trust.length > 0 ? { trust: [...trust] } : {}, services)

/** Proves that our server has checked the password, which triggers do not see. */
export const createSignUpTicket = (caller: CallerDetails, services: WritingServices): Promise<string> =>
  createTicket(caller, { signsUp: true }, services)

type WritingServices = Pick<ActionServices, 'data' | 'wallClock' | 'newId'>

async function createTicket(
  { address, userAgent }: CallerDetails,
  marks: { readonly trust?: SignInTrust[]; readonly signsUp?: true },
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
      expiresAtEpoch: toEpochSeconds(expiresAt),
    })
    .go()
  return ticketId
}

const TICKET = /^tkt_[a-z0-9-]{8,64}$/

interface TicketServices {
  readonly data: Database
  readonly wallClock: () => Date
}

interface RedeemedTicket extends CallerDetails {
  readonly signsUp?: boolean
}

/**
 * The caller's place when our API issued the ticket. Single use. Undefined when missing, forged, used or expired, which
 * is no reason to refuse.
 */
export async function redeemCognitoCallTicket(
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

export interface SignInCaller {
  readonly ticketId: string
  readonly caller: CallerDetails
  readonly place: string
  readonly trusted: boolean
}

export async function assignTicketToSignIn(
  ticketId: string | undefined,
  userId: string,
  { data, wallClock }: TicketServices,
): Promise<SignInCaller | undefined> {
  const ticket = await ticketOf(ticketId, data)
  if (!ticket || ticket.attempt || ticket.expiresAt <= wallClock().toISOString()) return undefined
  const { address, userAgent, trust = [] } = ticket
  const trusted = trust.find((account) => account.userId === userId)
  const place = trusted?.place ?? toCallerNetworks(address).place
  const spent = await undefinedIfUsed(() =>
    data.visitTickets
      .patch({ ticketId: ticket.ticketId })
      .set({ attempt: { userId, place }, expiresAtEpoch: toEpochSeconds(wallClock()) + ATTEMPT_MINUTES * 60 })
      .where(({ attempt }, { notExists }) => notExists(attempt))
      .go(),
  )
  return spent && { ticketId: ticket.ticketId, caller: { address, userAgent }, place, trusted: trusted !== undefined }
}

export const findSignInAttemptByTicket = async (ticketId: string | undefined, data: Database) =>
  (await ticketOf(ticketId, data))?.attempt

const ticketOf = async (ticketId: string | undefined, data: Database) =>
  ticketId && TICKET.test(ticketId) ? ((await data.visitTickets.get({ ticketId }).go()).data ?? undefined) : undefined

async function undefinedIfUsed<Written>(write: () => Promise<Written>): Promise<Written | undefined> {
  try {
    return await write()
  } catch (error) {
    if (isConditionFailure(error)) return undefined
    throw error
  }
}

import { isConditionFailure, type Database } from '#data/database'
import { toEpochSeconds } from '#data/table'
import type { CallerDetails } from '#platform/http'
import { toCallerNetworks } from '#platform/network'
import type { ActionServices } from '#platform/services'

/** Long enough to type a password, too short to be worth collecting. */
const TICKET_MINUTES = 5

const ATTEMPT_MINUTES = 30

/**
 * Cognito calls a trigger that did not answer within five seconds again, up to three times in all: longer than it takes
 * for that. What one of these calls has done counts for the others.
 */
export const REPETITION_MS = 30_000

export interface TrustedPlace {
  readonly userId: string
  readonly place: string
}

export const createCognitoCallTicket = (
  caller: CallerDetails,
  services: WritingServices,
  trust: readonly TrustedPlace[] = [],
): Promise<string> => createTicket(caller, trust.length > 0 ? { trust: [...trust] } : {}, services)

export const createPasswordProofTicket = (
  caller: CallerDetails,
  services: WritingServices,
  trust: readonly TrustedPlace[] = [],
): Promise<string> => createTicket(caller, { proves: true, ...(trust.length > 0 && { trust: [...trust] }) }, services)

export const createSignUpTicket = (caller: CallerDetails, services: WritingServices): Promise<string> =>
  createTicket(caller, { signsUp: true }, services)

type WritingServices = Pick<ActionServices, 'data' | 'wallClock' | 'newId'>

async function createTicket(
  { address, userAgent }: CallerDetails,
  marks: { readonly trust?: TrustedPlace[]; readonly signsUp?: true; readonly proves?: true },
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

interface RedeemedTicket {
  readonly ticketId: string
  readonly caller: CallerDetails
  readonly signsUp: boolean
  readonly repeated: boolean
}

/** Undefined when missing, forged, used or expired; while strong passwords are enforced, a sign-up is then refused. */
export async function redeemCognitoCallTicket(
  ticketId: string | undefined,
  sub: string,
  { data, wallClock }: TicketServices,
): Promise<RedeemedTicket | undefined> {
  const at = wallClock().toISOString()
  const ticket = await ticketOf(ticketId, data)
  if (!ticket || ticket.attempt || (ticket.redeemed?.at ?? at) >= ticket.expiresAt) return undefined
  const { address, userAgent, signsUp = false } = ticket
  const redeemed = { ticketId: ticket.ticketId, caller: { address, userAgent }, signsUp }
  if (ticket.redeemed)
    return ticket.redeemed.sub === sub && isRepetition(ticket.redeemed.at, at)
      ? { ...redeemed, repeated: true }
      : undefined
  const written = await undefinedIfUsed(() =>
    data.visitTickets
      .patch({ ticketId: ticket.ticketId })
      .set({ redeemed: { sub, at }, expiresAtEpoch: toEpochSeconds(wallClock()) + ATTEMPT_MINUTES * 60 })
      .where((stored, { notExists }) => `${notExists(stored.attempt)} AND ${notExists(stored.redeemed)}`)
      .go(),
  )
  // Two calls at once: the other has it, so that this one is its repetition, or somebody else's.
  return written ? { ...redeemed, repeated: false } : redeemCognitoCallTicket(ticketId, sub, { data, wallClock })
}

const isRepetition = (first: string | undefined, at: string): boolean =>
  first !== undefined && Date.parse(at) - Date.parse(first) < REPETITION_MS

export interface SignInCaller {
  readonly ticketId: string
  readonly caller: CallerDetails
  readonly place: string
  readonly trusted: boolean
  /** Our server checks a password: nobody signs in. */
  readonly proves: boolean
}

/** A further call with the ticket of the same account counts as Cognito's repetition, which the ledger limits. */
export async function assignTicketToSignIn(
  ticketId: string | undefined,
  userId: string,
  { data, wallClock }: TicketServices,
): Promise<SignInCaller | undefined> {
  const at = wallClock().toISOString()
  const ticket = await ticketOf(ticketId, data)
  if (!ticket || ticket.redeemed || (ticket.attempt?.at ?? at) >= ticket.expiresAt) return undefined
  const visit = toSignInCaller(ticket, userId)
  const { attempt } = ticket
  if (attempt) return attempt.userId === userId && isRepetition(attempt.at, at) ? visit : undefined
  const spent = await undefinedIfUsed(() =>
    data.visitTickets
      .patch({ ticketId: ticket.ticketId })
      .set({
        attempt: { userId, place: visit.place, at },
        expiresAtEpoch: toEpochSeconds(wallClock()) + ATTEMPT_MINUTES * 60,
      })
      .where((stored, { notExists }) => `${notExists(stored.attempt)} AND ${notExists(stored.redeemed)}`)
      .go(),
  )
  return spent ? visit : assignTicketToSignIn(ticketId, userId, { data, wallClock })
}

type StoredTicket = NonNullable<Awaited<ReturnType<typeof ticketOf>>>

function toSignInCaller(
  { ticketId, address, userAgent, proves = false, trust = [] }: StoredTicket,
  userId: string,
): SignInCaller {
  const trusted = trust.find((account) => account.userId === userId)
  return {
    ticketId,
    caller: { address, userAgent },
    place: trusted?.place ?? toCallerNetworks(address).place,
    trusted: trusted !== undefined,
    proves,
  }
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

import type { consultations } from '#contract/consultations-domain'
import type { OwnWaitingPlace } from '#contract/waiting-list'
import { findWaitingList, isOfferRunning, type StoredWaitingListEntry } from '#data/waiting-list-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { Database } from '#data/database'
import { readEarlyStartOfBooking } from './early-start.ts'
import { customersOf } from './lists.ts'
import { endOffer, offerFreedHour, removeEntry } from './public/offer-freed-hour.ts'
import { consumeConsultationChangeLimit } from './policy.ts'
import {
  canTakeOffer,
  findWaitingListBooking,
  type OfferedHour,
  readOfferHold,
  readWaitingListEntry,
  type WaitingListServices,
} from './public/waiting-list-booking.ts'

async function presentPlace(customerId: string, services: WaitingListServices): Promise<OwnWaitingPlace> {
  const { data, now } = services
  const [entry, booking] = await Promise.all([
    readWaitingListEntry(customerId, data),
    findWaitingListBooking(customerId, services),
  ])
  const { offeredStart: startsAt, offeredUntil: until } = entry ?? {}
  const hold = entry && isOfferRunning(entry, now()) && (await readOfferHold(entry, data))
  const offer =
    hold && booking && startsAt && until && (await canTakeOffer(booking, hold, services))
      ? {
          startsAt,
          until,
          durationMinutes: booking.durationMinutes,
          earlyStartUntil: await readEarlyStartOfBooking(booking, services),
        }
      : null
  return { waiting: entry !== undefined, canWait: booking !== undefined, offer }
}

export const readOwnWaitingPlace: EndpointAction<typeof consultations.readOwnWaitingPlace> = ({ actor }, services) =>
  presentPlace(requireOwnCustomerId(actor), services)

const TRIES = 3

export const setOwnWaitingPlace: EndpointAction<typeof consultations.setOwnWaitingPlace> = async (
  { actor, body: { waiting } },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  for (let tries = 0; tries < TRIES; tries++) {
    const entry = await readWaitingListEntry(customerId, services.data)
    if ((entry !== undefined) === waiting) break
    const change = { actor, customerId }
    if (entry ? await leave({ ...change, entry }, services) : await join(change, services)) break
  }
  return presentPlace(customerId, services)
}

interface Change {
  readonly actor: Parameters<typeof readOwnWaitingPlace>[0]['actor']
  readonly customerId: string
}

async function join({ actor, customerId }: Change, services: WaitingListServices): Promise<boolean> {
  if (!(await findWaitingListBooking(customerId, services))) throwRefusal('consultation-closed')
  const joinedAt = services.now().toISOString()
  const { written } = await services.data.transact((entities) => ({
    entry: entities.waitingListEntries.create({ customerId, joinedAt, offered: [], version: 1 }).commit(),
    // Counted, so that a concurrent deletion cannot miss the new entry.
    customer: entities.customers
      .patch({ customerId })
      .add({ requests: 1 })
      .where(({ name }, { exists }) => exists(name))
      .commit(),
    audit: auditChange(entities, { actor, customerId, waiting: true }, services),
  }))
  return written
}

async function leave(
  { actor, customerId, entry }: Change & { readonly entry: StoredWaitingListEntry },
  services: WaitingListServices,
): Promise<boolean> {
  const { data, now } = services
  const hold = isOfferRunning(entry, now()) && (await readOfferHold(entry, data))
  if (hold) {
    if (!(await endOffer({ hold, entry, declinedBy: actor, leaves: true }, services))) return false
    await offerFreedHour(hold.startsAt, services)
    return true
  }
  const { written } = await data.transact((entities) => ({
    entry: removeEntry(entities, entry),
    audit: auditChange(entities, { actor, customerId, waiting: false }, services),
  }))
  return written
}

const auditChange = (
  entities: Parameters<Parameters<Database['transact']>[0]>[0],
  { actor, customerId, waiting }: Change & { readonly waiting: boolean },
  services: WaitingListServices,
) =>
  appendAuditEntry(
    entities,
    { action: 'WAITING_LIST_CHANGED', by: actor.userId, subjectId: customerId, caller: actor, details: { waiting } },
    services,
  )

export const declineFreedHour: EndpointAction<typeof consultations.declineFreedHour> = async (
  { actor, body: { startsAt } },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  await declineOfferedHour({ actor, customerId, startsAt }, services)
  return presentPlace(customerId, services)
}

export async function declineOfferedHour(
  { actor, customerId, startsAt }: OfferedHour,
  services: WaitingListServices,
): Promise<void> {
  const entry = await readWaitingListEntry(customerId, services.data)
  const hold = entry && isOfferRunning(entry, services.now()) && (await readOfferHold(entry, services.data))
  if (entry && hold && hold.startsAt === startsAt) {
    const isEnded = await endOffer({ hold, entry, declinedBy: actor }, services)
    if (isEnded) await offerFreedHour(startsAt, services)
  }
}

export const listWaitingClients: EndpointAction<typeof consultations.listWaitingClients> = async (_, services) => {
  const { data, now } = services
  const all = await findWaitingList(data)
  const bookings = await Promise.all(all.map(({ customerId }) => findWaitingListBooking(customerId, services)))
  const entries = all.filter((_entry, index) => bookings[index])
  const customers = await customersOf(entries, data)
  return {
    items: entries.map((entry) => {
      const { customerId, joinedAt: since, offeredStart = null, offeredUntil = null } = entry
      const customerName = customers.get(customerId)?.name ?? 'Cliente eliminado'
      const offer = isOfferRunning(entry, now()) ? { offeredStart, offeredUntil } : noOffer
      return { customerId, customerName, since, ...offer }
    }),
  }
}

const noOffer = { offeredStart: null, offeredUntil: null }

import { startOfPracticeDay, toPracticeDay } from '#contract/calendar-days'
import { OFFER_HOURS } from '#contract/waiting-list'
import { waitsForPriceAnswer } from '#data/consultation-queries'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { hasSlotHoldLapsed, type StoredSlotHold } from '#data/slot-hold-queries'
import { toEpochSeconds } from '#data/table'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { findLeaversOf, findWaitingList, isOfferRunning, type StoredWaitingListEntry } from '#data/waiting-list-queries'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { queueMail } from '#platform/outbox'
import { type AskedHour, checkHour } from './public/find-free-slots.ts'
import { createSlotHoldWrites, WAITING_LIST } from './public/slot-holds.ts'
import { findWaitedPlace, toWaitingListTicket, type WaitingListServices, type WaitedPlace } from './waited-place.ts'

const HOUR_MS = 3_600_000

/** Should no run end an offer in time, whoever releases lapsed holds does. */
const HELD_AFTER_OFFER_MS = HOUR_MS / 2

const KEPT_DAYS = 7

/** Hours of the practice's clocks within which an offer is made: two hours at night would be nobody's chance. */
const OFFERED_FROM = 8
const OFFERED_UNTIL = 21

function isOfferTime(now: Date): boolean {
  const hour = (now.getTime() - startOfPracticeDay(toPracticeDay(now))) / HOUR_MS
  return hour >= OFFERED_FROM && hour < OFFERED_UNTIL
}

/**
 * `offered`: to the next in line; `running`: somebody has it and may still answer; `kept`: another run looks again;
 * `closed`: nobody is left, or it is too near, and whoever comes has it.
 */
export type FreedHourState = 'offered' | 'running' | 'kept' | 'closed'

/** Ends an offer without an answer, and makes the next one. Each is one transaction, and repeating it is harmless. */
export async function offerFreedHour(startsAt: string, services: WaitingListServices): Promise<FreedHourState> {
  const { data, now, wallClock } = services
  const ticketHash = toWaitingListTicket(startsAt)
  const [{ data: hold }, entries, { hours }] = await Promise.all([
    data.slotHolds.get({ ticketHash }).go({ consistent: true }),
    findWaitingList(data),
    readStoredOpeningHours(data, now()),
  ])
  if (hold) {
    const entry = entries.find((each) => each.offeredStart === startsAt)
    const isRunning = entry ? isOfferRunning(entry, now()) : !hasSlotHoldLapsed(hold, wallClock())
    if (isRunning || !(await endOffer({ hold, entry }, services))) return 'running'
  }
  if (Date.parse(startsAt) < now().getTime() + hours.noticeHours * HOUR_MS) return closeFreedHour(startsAt, services)
  if (!isOfferTime(now())) return 'kept'
  const outcome = await offerToNext(startsAt, entries, services)
  return outcome === 'nobody' ? closeFreedHour(startsAt, services) : outcome
}

async function offerToNext(
  startsAt: string,
  entries: readonly StoredWaitingListEntry[],
  services: WaitingListServices,
): Promise<'offered' | 'kept' | 'nobody'> {
  const { data, now } = services
  const leavers = new Set(await findLeaversOf(startsAt, data))
  let isHeld = false
  for (const entry of entries) {
    if (entry.offered.includes(startsAt) || leavers.has(entry.customerId) || isOfferRunning(entry, now())) continue
    const place = await findWaitedPlace(entry.customerId, services)
    if (!place || (place.consultation && place.consultation.startsAt <= startsAt)) continue
    const state = await checkHour({ startsAt, ...place }, services)
    if (state === 'free') return (await offer({ startsAt, entry, place }, services)) ? 'offered' : 'kept'
    isHeld ||= state === 'held'
  }
  return isHeld ? 'kept' : 'nobody'
}

interface Offer extends Pick<AskedHour, 'startsAt'> {
  readonly entry: StoredWaitingListEntry
  readonly place: WaitedPlace
}

/** Of the hours that were offered to somebody the latest are enough: earlier ones have passed. */
const MAX_REMEMBERED_OFFERS = 50

async function offer({ startsAt, entry, place }: Offer, services: WaitingListServices): Promise<boolean> {
  const { data, now, wallClock, newId } = services
  const { customerId, version, offered } = entry
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return false
  const until = new Date(now().getTime() + OFFER_HOURS * HOUR_MS).toISOString()
  const heldUntil = new Date(wallClock().getTime() + OFFER_HOURS * HOUR_MS + HELD_AFTER_OFFER_MS)
  const after: StoredSlotHold = {
    ticketHash: toWaitingListTicket(startsAt),
    consultationId: place.consultation?.consultationId ?? newId('con'),
    startsAt,
    durationMinutes: place.durationMinutes,
    pauseMinutes: place.pauseMinutes,
    network: WAITING_LIST,
    provider: WAITING_LIST,
    heldUntil: heldUntil.toISOString(),
    version: 1,
    expiresAtEpoch: toEpochSeconds(heldUntil) + KEPT_DAYS * 86_400,
  }
  const name = customer.name === customer.email ? '' : customer.name
  const { written } = await data.transact((entities) => ({
    ...createSlotHoldWrites(entities, { after }),
    entry: entities.waitingListEntries
      .patch({ customerId })
      .set({
        offeredStart: startsAt,
        offeredUntil: until,
        offered: [...offered, startsAt].slice(-MAX_REMEMBERED_OFFERS),
        version: version + 1,
      })
      .where((stored, operations) => createUnchangedCondition(stored.version, version, operations))
      .commit(),
    mail: queueMail(
      entities,
      { to: customer.email, customerId, content: { kind: 'freed-hour', name, startsAt, until, ...toMailPlace(place) } },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      { action: 'FREED_HOUR_OFFERED', by: 'schedule', subjectId: customerId, details: { startsAt, until } },
      services,
    ),
  }))
  return written
}

const toMailPlace = ({ durationMinutes, consultation, orderId }: WaitedPlace) => ({
  durationMinutes,
  ...(consultation?.priceCents !== undefined &&
    !waitsForPriceAnswer(consultation) && { priceCents: consultation.priceCents }),
  ...((consultation?.orderId ?? orderId) !== undefined && { isPaid: true }),
})

interface RunningOffer {
  readonly hold: StoredSlotHold
  /** Missing where they have left the list. */
  readonly entry: StoredWaitingListEntry | undefined
  readonly declinedBy?: CallerDetails & { readonly userId: string }
  readonly leaves?: boolean
}

/** The hour is not kept any more. */
export async function endOffer(
  { hold, entry, declinedBy, leaves = false }: RunningOffer,
  services: WaitingListServices,
): Promise<boolean> {
  const { written } = await services.data.transact((entities) => ({
    ...createSlotHoldWrites(entities, { before: hold }),
    entry: entry && !leaves && clearOffer(entities, entry),
    left: entry && leaves && removeEntry(entities, entry),
    audit:
      entry &&
      declinedBy &&
      appendAuditEntry(
        entities,
        {
          action: leaves ? 'WAITING_LIST_CHANGED' : 'FREED_HOUR_DECLINED',
          by: declinedBy.userId,
          subjectId: entry.customerId,
          caller: declinedBy,
          details: { startsAt: hold.startsAt, ...(leaves && { waiting: false }) },
        },
        services,
      ),
  }))
  return written
}

type Entities = Parameters<Parameters<WaitingListServices['data']['transact']>[0]>[0]

const clearOffer = (entities: Entities, { customerId, version }: StoredWaitingListEntry) =>
  entities.waitingListEntries
    .patch({ customerId })
    .remove(['offeredStart', 'offeredUntil'])
    .set({ version: version + 1 })
    .where((stored, operations) => createUnchangedCondition(stored.version, version, operations))
    .commit()

export const removeEntry = (entities: Entities, { customerId, version }: StoredWaitingListEntry) =>
  entities.waitingListEntries
    .delete({ customerId })
    .where((stored, operations) => createUnchangedCondition(stored.version, version, operations))
    .commit()

async function closeFreedHour(startsAt: string, { data }: WaitingListServices): Promise<'closed'> {
  for (const customerId of await findLeaversOf(startsAt, data))
    await data.freedHours.delete({ customerId, startsAt }).go()
  return 'closed'
}

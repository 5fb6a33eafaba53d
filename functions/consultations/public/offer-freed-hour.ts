import { addDays, getPracticeOffsetMs, toPracticeDay } from '#contract/calendar-days'
import { OFFER_HOURS } from '#contract/waiting-list'
import { waitsForPriceAnswer } from '#data/consultation-queries'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { hasSlotHoldLapsed, type StoredSlotHold } from '#data/slot-hold-queries'
import { toEpochSeconds } from '#data/table'
import { createUnchangedCondition } from '#data/unchanged-condition'
import {
  findCustomersWhoLeftHour,
  findWaitingList,
  isOfferRunning,
  type StoredWaitingListEntry,
} from '#data/waiting-list-queries'
import { appendAuditEntry } from '#platform/audit'
import { formatErrorForLog } from '#platform/format-error-for-log'
import type { CallerDetails } from '#platform/http'
import { log } from '#platform/log'
import { queueMail } from '#platform/outbox'
import { type RequestedHour, checkHour } from './find-free-slots.ts'
import { createSlotHoldWrites, WAITING_LIST } from './slot-holds.ts'
import {
  findWaitingListBooking,
  toWaitingListTicket,
  type WaitingListServices,
  type WaitingListBooking,
} from './waiting-list-booking.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** If no run ends the offer in time, releasing lapsed holds does. */
const HELD_AFTER_OFFER_MS = HOUR_MS / 2

const KEPT_DAYS = 7

/** Hours of the day, practice time, in which offers are made: two hours at night would give nobody a chance. */
const OFFERED_FROM = 8
const OFFERED_UNTIL = 21

/** Not the hours since midnight, which differ on days with a change of the clock. */
const getPracticeHour = (now: Date): number => {
  const clock = now.getTime() + getPracticeOffsetMs(now.getTime())
  return (clock % DAY_MS) / HOUR_MS
}

function isOfferTime(now: Date): boolean {
  const hour = getPracticeHour(now)
  return hour >= OFFERED_FROM && hour < OFFERED_UNTIL
}

const computeNextOfferTime = (now: Date): number => {
  const today = toPracticeDay(now)
  const day = getPracticeHour(now) < OFFERED_FROM ? today : addDays(today, 1)
  // The clock changes before that hour.
  const clock = Date.parse(day) + OFFERED_FROM * HOUR_MS
  return clock - getPracticeOffsetMs(clock)
}

/**
 * `offered`: to the next in line; `running`: somebody may still answer, or it is kept until the morning for the next;
 * `kept`: another run continues; `closed`: nobody is left, or it is too near, so anybody may book it.
 */
export type FreedHourState = 'offered' | 'running' | 'kept' | 'closed'

interface Leaver {
  readonly leaver?: string
}

export async function offerFreedHour(
  startsAt: string,
  services: WaitingListServices,
  { leaver }: Leaver = {},
): Promise<FreedHourState> {
  const { data, now, wallClock } = services
  const ticketHash = toWaitingListTicket(startsAt)
  // The hold before the list: an offer made between the two reads would look like a hold without an owner.
  const { data: hold } = await data.slotHolds.get({ ticketHash }).go({ consistent: true })
  const [entries, { hours }] = await Promise.all([findWaitingList(data), readStoredOpeningHours(data, now())])
  if (hold) {
    // An earlier offer whose hold another job has ended may still name the hour.
    const offered = entries.filter((each) => each.offeredStart === startsAt)
    const entry = offered.find((each) => isOfferRunning(each, now())) ?? offered[0]
    const isKeptTillMorning = !isOfferTime(now()) && !hasSlotHoldLapsed(hold, wallClock())
    const isRunning = entry ? isOfferRunning(entry, now()) : isKeptTillMorning
    if (isRunning || !(await endOffer({ hold, entry }, services))) return 'running'
  }
  if (Date.parse(startsAt) < now().getTime() + hours.noticeHours * HOUR_MS) return closeFreedHour(startsAt, services)
  const leavers = new Set([...(await findCustomersWhoLeftHour(startsAt, data)), ...(leaver ? [leaver] : [])])
  const outcome = await keepForNext(startsAt, { entries, leavers }, services)
  return outcome === 'nobody' ? closeFreedHour(startsAt, services) : outcome
}

export async function tryToOfferFreedHour(
  { startsAt, customerId }: { readonly startsAt: string; readonly customerId: string },
  services: WaitingListServices,
): Promise<void> {
  try {
    await offerFreedHour(startsAt, services, { leaver: customerId })
  } catch (error) {
    log.warn('a freed hour was not offered', { startsAt, notOffered: formatErrorForLog(error) })
  }
}

interface Line {
  readonly entries: readonly StoredWaitingListEntry[]
  readonly leavers: ReadonlySet<string>
}

async function keepForNext(
  startsAt: string,
  { entries, leavers }: Line,
  services: WaitingListServices,
): Promise<'offered' | 'running' | 'kept' | 'nobody'> {
  const { now } = services
  let isHeld = false
  for (const entry of entries) {
    if (entry.offered.includes(startsAt) || leavers.has(entry.customerId) || isOfferRunning(entry, now())) continue
    const booking = await findWaitingListBooking(entry.customerId, services)
    if (!booking || (booking.consultation && booking.consultation.startsAt <= startsAt)) continue
    const state = await checkHour({ startsAt, ...booking }, services)
    if (state === 'free') return keepFor({ startsAt, entry, booking }, services)
    isHeld ||= state === 'held'
  }
  return isHeld ? 'kept' : 'nobody'
}

interface Offer extends Pick<RequestedHour, 'startsAt'> {
  readonly entry: StoredWaitingListEntry
  readonly booking: WaitingListBooking
}

async function keepFor(next: Offer, services: WaitingListServices): Promise<'offered' | 'running' | 'kept'> {
  if (isOfferTime(services.now())) return (await offer(next, services)) ? 'offered' : 'kept'
  return (await keepTillMorning(next, services)) ? 'running' : 'kept'
}

const MAX_REMEMBERED_OFFERS = 50

async function offer({ startsAt, entry, booking }: Offer, services: WaitingListServices): Promise<boolean> {
  const { data, now, newId } = services
  const { customerId, version, offered } = entry
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer) return false
  // A practice without a minimum notice also offers hours that begin within the two hours.
  const keptMs = Math.min(OFFER_HOURS * HOUR_MS, Date.parse(startsAt) - now().getTime())
  const until = new Date(now().getTime() + keptMs).toISOString()
  const consultationId = booking.consultation?.consultationId ?? newId('con')
  const after = toHold({ startsAt, booking, consultationId, keptMs }, services)
  const name = customer.name === customer.email ? '' : customer.name
  const { written } = await data.transact((entities) => ({
    ...createSlotHoldWrites(entities, { after }),
    // Detects a concurrent change that would not see that the offer has to end.
    moved: booking.consultation && checkUnchanged(entities, booking.consultation),
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
      {
        to: customer.email,
        customerId,
        content: { kind: 'freed-hour', name, startsAt, until, ...toBookingInMail(booking) },
      },
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

const checkUnchanged = (
  entities: Entities,
  { customerId, consultationId, version: read }: NonNullable<WaitingListBooking['consultation']>,
) =>
  entities.consultations
    .check({ customerId, consultationId })
    .where(({ version }, operations) => createUnchangedCondition(version, read, operations))
    .commit()

async function keepTillMorning(
  { startsAt, booking }: Pick<Offer, 'startsAt' | 'booking'>,
  services: WaitingListServices,
): Promise<boolean> {
  const keptMs = computeNextOfferTime(services.now()) - services.now().getTime()
  const after = toHold({ startsAt, booking, consultationId: services.newId('con'), keptMs }, services)
  return (await services.data.transact((entities) => createSlotHoldWrites(entities, { after }))).written
}

interface Kept extends Pick<Offer, 'startsAt' | 'booking'> {
  readonly consultationId: string
  readonly keptMs: number
}

function toHold(
  { startsAt, booking, consultationId, keptMs }: Kept,
  { wallClock }: WaitingListServices,
): StoredSlotHold {
  const heldUntil = new Date(wallClock().getTime() + keptMs + HELD_AFTER_OFFER_MS)
  const { durationMinutes, pauseMinutes } = cutBeforeOwnHour(startsAt, booking)
  return {
    ticketHash: toWaitingListTicket(startsAt),
    consultationId,
    startsAt,
    durationMinutes,
    pauseMinutes,
    network: WAITING_LIST,
    provider: WAITING_LIST,
    heldUntil: heldUntil.toISOString(),
    version: 1,
    expiresAtEpoch: toEpochSeconds(heldUntil) + KEPT_DAYS * 86_400,
  }
}

function cutBeforeOwnHour(startsAt: string, { consultation, ...booking }: WaitingListBooking) {
  const ahead = consultation ? (Date.parse(consultation.startsAt) - Date.parse(startsAt)) / 60_000 : Infinity
  const durationMinutes = Math.min(booking.durationMinutes, ahead)
  return { durationMinutes, pauseMinutes: Math.min(booking.pauseMinutes, ahead - durationMinutes) }
}

const toBookingInMail = ({ durationMinutes, consultation, orderId }: WaitingListBooking) => ({
  durationMinutes,
  ...(consultation?.priceCents !== undefined &&
    !waitsForPriceAnswer(consultation) && { priceCents: consultation.priceCents }),
  ...((consultation?.orderId ?? consultation?.budgetId ?? orderId) !== undefined && { isPaid: true }),
})

interface RunningOffer {
  readonly hold: StoredSlotHold
  readonly entry: StoredWaitingListEntry | undefined
  readonly declinedBy?: CallerDetails & { readonly userId: string }
  readonly leaves?: boolean
}

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

export const clearOffer = (entities: Entities, { customerId, version }: StoredWaitingListEntry) =>
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
  for (const customerId of await findCustomersWhoLeftHour(startsAt, data))
    await data.freedHours.delete({ customerId, startsAt }).go()
  return 'closed'
}

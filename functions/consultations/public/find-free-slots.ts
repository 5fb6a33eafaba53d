import { addDays, toPracticeDay } from '#contract/calendar-days'
import type { ConsultationType } from '#contract/consultation-types'
import { computeBookableDays, listFreeSlots } from '#contract/free-slots'
import type { OpeningHours } from '#contract/opening-hours'
import { findBookedConsultations } from '#data/consultation-queries'
import type { Database } from '#data/database'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { findSlotHoldsBetween, getSlotHoldEnd, hasSlotHoldLapsed, isPaymentBegun } from '#data/slot-hold-queries'

interface FreeSlotServices {
  readonly data: Database
  readonly now: () => Date
  readonly wallClock: () => Date
}

interface Days {
  readonly from: string
  readonly to: string
}

async function findFreeSlots(
  { hours, type, from, to }: Days & { readonly hours: OpeningHours; readonly type: ConsultationType },
  services: FreeSlotServices,
): Promise<readonly string[]> {
  const taken = await findBusyTimes({ from, to }, services)
  return listFreeSlots({ hours, type, from, to, now: services.now(), ...taken })
}

/** May be stale: only the conditions on the agenda's writes decide whether an hour is free. */
export async function findBusyTimes({ from, to }: Days, { data, now, wallClock }: FreeSlotServices) {
  // One more day at either end, for whatever reaches into these days.
  const reach = { from: `${addDays(from, -1)}T00:00:00.000Z`, to: `${addDays(to, 2)}T00:00:00.000Z` }
  const [bookings, held] = await Promise.all([
    findBookedConsultations(data, reach, now()),
    findSlotHoldsBetween(data, reach),
  ])
  const holds = held
    .filter((hold) => isPaymentBegun(hold) || !hasSlotHoldLapsed(hold, wallClock()))
    .map((hold) => ({ startsAt: hold.startsAt, endsAt: getSlotHoldEnd(hold) }))
  return { bookings, holds }
}

export interface RequestedHour {
  readonly startsAt: string
  readonly type: ConsultationType
  readonly durationMinutes: number
  readonly consultation?: { readonly consultationId: string } | undefined
}

export async function checkHour(
  { startsAt, type, durationMinutes, consultation }: RequestedHour,
  services: FreeSlotServices,
): Promise<'free' | 'held' | 'taken'> {
  const { hours: stored } = await readStoredOpeningHours(services.data, services.now())
  const hours = { ...stored, types: { ...stored.types, [type]: { ...stored.types[type], durationMinutes } } }
  const day = toPracticeDay(startsAt)
  const { bookings: booked, holds } = await findBusyTimes({ from: day, to: day }, services)
  const bookings = booked.filter(({ consultationId }) => consultationId !== consultation?.consultationId)
  const query = { hours, type, from: day, to: day, now: services.now(), bookings, holds }
  if (listFreeSlots(query).includes(startsAt)) return 'free'
  return listFreeSlots({ ...query, holds: [] }).includes(startsAt) ? 'held' : 'taken'
}

export async function isSlotFree(startsAt: string, type: ConsultationType, services: FreeSlotServices) {
  const { hours } = await readStoredOpeningHours(services.data, services.now())
  // Days of the year 10000 sort before those of this one.
  if (Date.parse(startsAt) > services.now().getTime() + (hours.horizonDays + 1) * 86_400_000) return false
  const day = toPracticeDay(startsAt)
  const free = await findFreeSlots({ hours, type, from: day, to: day }, services)
  return free.includes(new Date(startsAt).toISOString())
}

const DAYS_AT_ONCE = 21

const ENOUGH_DAYS = 9

export async function findNextFreeSlots(type: ConsultationType, services: FreeSlotServices) {
  const { hours } = await readStoredOpeningHours(services.data, services.now())
  const bookable = computeBookableDays(hours, services.now())
  const slots: string[] = []
  for (let from = bookable.from; from <= bookable.to; from = addDays(from, DAYS_AT_ONCE)) {
    const last = addDays(from, DAYS_AT_ONCE - 1)
    const to = last < bookable.to ? last : bookable.to
    slots.push(...(await findFreeSlots({ hours, type, from, to }, services)))
    if (new Set(slots.map(toPracticeDay)).size >= ENOUGH_DAYS) break
  }
  return { slots, noticeHours: hours.noticeHours, durationMinutes: hours.types[type].durationMinutes }
}

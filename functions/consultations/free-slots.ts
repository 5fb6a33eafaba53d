import { addDays } from '#contract/calendar-days'
import type { consultations } from '#contract/consultations-domain'
import type { SlotDayState } from '#contract/free-slot-endpoints'
import {
  computeBookableDays,
  type FreeSlotsQuery,
  listFreeSlots,
  listOpenTimeRanges,
  toMoveQuery,
} from '#contract/free-slots'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { consumeNetworkRateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireOwnConsultation } from './mine.ts'
import { findBusyTimes } from './public/find-free-slots.ts'

/** Counts only requests that CloudFront does not answer from its cache. */
const SLOT_LISTS = { name: 'slot-lists', tries: 60, minutes: 5 } as const

export const listFreeSlotsOfWeek: EndpointAction<typeof consultations.listFreeSlots> = async (
  { actor, query },
  services,
) => {
  await consumeNetworkRateLimit(services.data, SLOT_LISTS, actor.address, services.now())
  const { type, week } = query
  return presentWeek(week, services, (anyType) => ({ ...anyType, type }))
}

export const listSlotsForMove: EndpointAction<typeof consultations.listSlotsForMove> = async (
  { actor, params, query },
  services,
) => {
  const stored = await requireOwnConsultation(actor, params, services)
  await consumeNetworkRateLimit(services.data, SLOT_LISTS, actor.address, services.now())
  const { week, durationMinutes } = query
  return presentWeek(week, services, (anyType) => toMoveQuery(anyType, { ...stored, durationMinutes }))
}

async function presentWeek(
  from: string,
  services: ActionServices,
  toQuery: (asked: Omit<FreeSlotsQuery, 'type'>) => FreeSlotsQuery,
) {
  const { data, now } = services
  const to = addDays(from, 6)
  const { hours } = await readStoredOpeningHours(data, now())
  const bookable = computeBookableDays(hours, now())
  const isBookable = from <= bookable.to && to >= bookable.from
  const taken = isBookable ? await findBusyTimes({ from, to }, services) : { bookings: [], holds: [] }
  const query = toQuery({ hours, from, to, now: now(), ...taken })
  const week = Array.from({ length: 7 }, (_, offset) => addDays(from, offset))
  return {
    durationMinutes: query.hours.types[query.type].durationMinutes,
    noShowRule: hours.noShowRule,
    bookable,
    days: week.map((day) => presentDay(day, { ...query, from: day, to: day })),
  }
}

function presentDay(day: string, query: FreeSlotsQuery) {
  const slots = [...listFreeSlots(query)]
  return { day, slots, state: slots.length > 0 ? ('free' as const) : getStateWithoutSlots(day, query) }
}

function getStateWithoutSlots(day: string, query: FreeSlotsQuery): SlotDayState {
  if (listOpenTimeRanges(query.hours, day).length === 0) return 'closed'
  return listFreeSlots({ ...query, bookings: [], holds: [] }).length > 0 ? 'full' : 'unavailable'
}

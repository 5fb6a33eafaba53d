import { addDays } from '#contract/calendar-days'
import type { consultations } from '#contract/consultations'
import type { SlotDayState } from '#contract/opening-hours-endpoints'
import { computeBookableDays, type FreeSlotsQuestion, listFreeSlots, listOpenStretches } from '#contract/free-slots'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { consumeNetworkRateLimit } from '#platform/rate-limit'
import type { EndpointAction } from '#platform/serve'
import { findTakenTimes } from './public/find-free-slots.ts'

/** Only what CloudFront does not answer from its cache is counted. */
const SLOT_LISTS = { name: 'slot-lists', tries: 60, minutes: 5 } as const

/**
 * Reads the settings by key and of the consultations only those of the week: as many as its hours hold, however many
 * clients there are.
 */
export const listFreeSlotsOfWeek: EndpointAction<typeof consultations.listFreeSlots> = async (
  { actor, query },
  services,
) => {
  const { data, now } = services
  await consumeNetworkRateLimit(data, SLOT_LISTS, actor.address, now())
  const { type, week: from } = query
  const to = addDays(from, 6)
  const { hours } = await readStoredOpeningHours(data, now())
  const bookable = computeBookableDays(hours, now())
  const isBookable = from <= bookable.to && to >= bookable.from
  const taken = isBookable ? await findTakenTimes({ from, to }, services) : { bookings: [], holds: [] }
  const week = Array.from({ length: 7 }, (_, offset) => addDays(from, offset))
  return {
    durationMinutes: hours.types[type].durationMinutes,
    noShowRule: hours.noShowRule,
    bookable,
    days: week.map((day) => presentDay(day, { hours, type, from: day, to: day, now: now(), ...taken })),
  }
}

function presentDay(day: string, question: FreeSlotsQuestion) {
  const slots = [...listFreeSlots(question)]
  return { day, slots, state: slots.length > 0 ? ('free' as const) : getStateWithoutSlots(day, question) }
}

function getStateWithoutSlots(day: string, question: FreeSlotsQuestion): SlotDayState {
  if (listOpenStretches(question.hours, day).length === 0) return 'closed'
  return listFreeSlots({ ...question, bookings: [], holds: [] }).length > 0 ? 'full' : 'unavailable'
}

import type { EndpointReply } from '#contract/endpoint'
import type { apiContract } from '#contract/api'
import { instantToWallTime, toPracticeDay } from '#contract/calendar-days'

export type SlotDay = EndpointReply<typeof apiContract.freeSlots.listFreeSlots>['days'][number]

/** Local time of the practice. */
const AFTERNOON = '14:00'

export const dayParts = ['Mañana', 'Tarde'] as const
export type DayPart = (typeof dayParts)[number]

export const partOf = (startsAt: string): DayPart => (instantToWallTime(startsAt).time < AFTERNOON ? 'Mañana' : 'Tarde')

/** Held hours are missing from the cached list; this adds the visitor's own. */
export function withOwnSlots(
  days: readonly SlotDay[],
  own: string | undefined,
  taken: ReadonlySet<string>,
): readonly SlotDay[] {
  return days.map((day) => {
    const isOwn = own !== undefined && toPracticeDay(own) === day.day
    const slots = [...new Set([...day.slots.map(toInstant), ...(isOwn ? [own] : [])])]
      .filter((slot) => slot === own || !taken.has(slot))
      .toSorted()
    const isEmptied = slots.length === 0 && day.state === 'free'
    return { ...day, slots, state: slots.length > 0 ? 'free' : isEmptied ? 'full' : day.state }
  })
}

const toInstant = (instant: string): string => new Date(instant).toISOString()

const NEAREST = 3

export const listNearestSlots = (days: readonly SlotDay[], startsAt: string): readonly string[] =>
  days
    .flatMap(({ slots }) => slots)
    .filter((slot) => slot !== startsAt)
    .toSorted((a, b) => distance(a, startsAt) - distance(b, startsAt))
    .slice(0, NEAREST)
    .toSorted()

const distance = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b))

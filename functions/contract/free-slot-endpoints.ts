import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { weekdayOf } from './calendar-days.ts'
import { consultationTypes } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { CalendarDay, IsoInstant } from './value-schemas.ts'

/** Of these years: beyond 9999 and before 0 there is no day `YYYY-MM-DD` to reckon with. */
export const Monday = CalendarDay.check(
  z.refine((day) => '2000' < day && day < '2200', { error: 'Elige una semana más cercana' }),
  z.refine((day) => weekdayOf(day) === 1, { error: 'La semana se nombra por su lunes' }),
)

/** Why a day offers nothing: `unavailable` is too soon, too far or too short, whoever has booked. */
const slotDayStates = ['free', 'full', 'closed', 'unavailable'] as const
export type SlotDayState = (typeof slotDayStates)[number]

export const FreeSlotsOfWeek = z.object({
  durationMinutes: z.int(),
  /** Told before paying. */
  noShowRule: z._default(z.enum(noShowRules), 'lost'),
  /** First and last day of which an hour may be free. */
  bookable: z.object({ from: CalendarDay, to: CalendarDay }),
  /** Monday to Sunday. */
  days: z.array(z.object({ day: CalendarDay, state: z.enum(slotDayStates), slots: z.array(IsoInstant) })),
})

export const freeSlots = {
  /** Says when, never whose. Display only: a booking finds out by itself whether its hour is still free. */
  listFreeSlots: defineEndpoint({
    method: 'GET',
    path: '/slots',
    allow: 'everyone',
    query: z.strictObject({ type: z.enum(consultationTypes), week: Monday }),
    reply: FreeSlotsOfWeek,
    sharedCache: { seconds: 30, key: ['type', 'week'] },
    audit: 'none',
    refusals: [],
  }),
}

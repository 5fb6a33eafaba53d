import * as z from 'zod/mini'
import { noShowRules } from './cancellation-rules.ts'
import { weekdayOf } from './calendar-days.ts'
import { consultationTypes } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { CalendarDay, IsoInstant } from './value-schemas.ts'

/** Far from years that `YYYY-MM-DD` cannot express, because days around it are computed. */
export const Monday = CalendarDay.check(
  z.refine((day) => '2000' < day && day < '2200', { error: 'Elige una semana más cercana' }),
  z.refine((day) => weekdayOf(day) === 1, { error: 'La semana se nombra por su lunes' }),
)

/** `unavailable`: outside the notice and the horizon, or too short, whatever is booked. */
const slotDayStates = ['free', 'full', 'closed', 'unavailable'] as const
export type SlotDayState = (typeof slotDayStates)[number]

export const FreeSlotsOfWeek = z.object({
  durationMinutes: z.int(),
  noShowRule: z._default(z.enum(noShowRules), 'lost'),
  bookable: z.object({ from: CalendarDay, to: CalendarDay }),
  days: z.array(z.object({ day: CalendarDay, state: z.enum(slotDayStates), slots: z.array(IsoInstant) })),
})

export const freeSlots = {
  /** No client data. Display only: a booking checks again whether the slot is free. */
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

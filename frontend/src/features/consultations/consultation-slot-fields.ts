import * as z from 'zod/mini'
import { isExistingWallTime, type WallTime } from '#contract/calendar-days'

/** Local time of the practice. */
export const consultationSlotFields = {
  day: z.iso.date({ error: 'Indica el día' }),
  time: z.string().check(
    z.regex(/^\d\d:\d\d$/, { error: 'Indica la hora' }),
    z.refine((time) => Number(time.slice(3)) % 15 === 0, {
      error: 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
    }),
  ),
}

export const isWholeHour = ({ day, time }: WallTime) => /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d$/.test(time)

/** When summer time begins, there are no times between 2:00 and 3:00. */
export const skippedHourText = 'Esa noche los relojes pasan de las 2:00 a las 3:00: esa hora no existe. Elige otra.'

export const checkHourExists = z.refine<WallTime>((slot) => !isWholeHour(slot) || isExistingWallTime(slot), {
  path: ['time'],
  error: skippedHourText,
})

import * as z from 'zod/mini'

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

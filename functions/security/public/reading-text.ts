import { createDayFormatter } from '#contract/calendar-days'
import { PRACTICE_TIME_ZONE } from '#contract/product'
import { onFirstUse } from '#contract/on-first-use'

const moments = onFirstUse(
  () =>
    new Intl.DateTimeFormat('es-ES', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: PRACTICE_TIME_ZONE,
    }),
)

export const formatImprovementDateTime = (instant: string): string => moments.format(new Date(instant))
export const formatImprovementDay = createDayFormatter({ dateStyle: 'short' })

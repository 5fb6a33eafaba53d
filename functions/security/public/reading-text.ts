import { createDayFormatter, createInstantFormatter } from '#contract/calendar-days'

const moments = createInstantFormatter({ dateStyle: 'short', timeStyle: 'short' })

export const formatImprovementDateTime = (instant: string): string => moments(instant)
export const formatImprovementDay = createDayFormatter({ dateStyle: 'short' })

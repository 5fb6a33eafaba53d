import { createDayFormatter, createInstantFormatter } from '#contract/calendar-days'

const moments = createInstantFormatter({ dateStyle: 'short', timeStyle: 'short' })

export const formatSecurityImprovementDateTime = (instant: string): string => moments(instant)
export const formatSecurityImprovementDay = createDayFormatter({ dateStyle: 'short' })

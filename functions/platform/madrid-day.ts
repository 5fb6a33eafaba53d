import { TIME_ZONE } from '#contract/product'

const madrid = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: TIME_ZONE })

/** The calendar day of the practice at an instant, `YYYY-MM-DD`. */
export const dayOf = (instant: Date): string => madrid.format(instant)

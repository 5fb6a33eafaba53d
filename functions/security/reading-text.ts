import { dayFormat } from '#contract/days'
import { TIME_ZONE } from '#contract/product'

const moments = new Intl.DateTimeFormat('es-ES', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

export const momentText = (instant: string): string => moments.format(new Date(instant))
export const dayText = dayFormat({ dateStyle: 'short' })

import { TIME_ZONE } from '#contract/product'

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 })
const days = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: TIME_ZONE })
const shortDays = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: TIME_ZONE,
})
const moments = new Intl.DateTimeFormat('es-ES', { dateStyle: 'short', timeStyle: 'short', timeZone: TIME_ZONE })

/** Integer cents as a Spaniard writes them: `80,00 €`. */
export const formatCents = (cents: number): string => euros.format(cents / 100).replace('\u00A0', ' ')

/** An instant as a day: `7 de noviembre de 2026`. */
export const formatDay = (instant: string): string => days.format(new Date(instant))

/** An instant as a short day: `07/11/2026`. */
export const formatShortDay = (instant: string): string => shortDays.format(new Date(instant))

/** An instant to the minute: `7/11/26, 18:30`. */
export const formatMoment = (instant: string): string => moments.format(new Date(instant))

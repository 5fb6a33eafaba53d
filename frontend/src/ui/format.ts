import { createDayFormatter, createInstantFormatter } from '#contract/calendar-days'
import { onFirstUse } from '#contract/on-first-use'

const days = createInstantFormatter({ dateStyle: 'long' })
const short = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const shortDays = createInstantFormatter(short)
const moments = createInstantFormatter({ dateStyle: 'short', timeStyle: 'short' })

const units = ['Bytes', 'KB', 'MB', 'GB'] as const
const decimals = onFirstUse(
  () => new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)

const counts = onFirstUse(() => new Intl.NumberFormat('es-ES'))

/** Whether digits are all there is to write, without a formatter, whose first use costs a slow phone 40 ms of processor. */
const isPlain = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < 1000

/** `10.007` */
export const formatInteger = (count: number): string => (isPlain(count) ? String(count) : counts.format(count))

const amounts = onFirstUse(() => new Intl.NumberFormat('es-ES', { maximumFractionDigits: 20 }))

/** `2,5` */
export const formatDecimal = (amount: number): string => (isPlain(amount) ? String(amount) : amounts.format(amount))

/** `1,50 MB`, in steps of 1024. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return step === 0 ? `${bytes} Bytes` : `${decimals.format(bytes / 1024 ** step)} ${units[step]}`
}

/** `7 de noviembre de 2026` */
export const formatInstantAsDay = (instant: string): string => days(instant)

/** `07/11/2026` */
export const formatInstantAsShortDay = (instant: string): string => shortDays(instant)

/** From a calendar day `2026-11-07`, independent of time zones: `7 de noviembre de 2026`. */
export const formatCalendarDay = createDayFormatter({ dateStyle: 'long' })

/** From a calendar day `2026-11-07`: `07/11/2026`. */
export const formatShortCalendarDay = createDayFormatter(short)

/** `7/11/26, 18:30` */
export const formatDayAndTime = (instant: string): string => moments(instant)

/** `María` of `María del Carmen Ruiz`; of an empty text, an empty one. */
export const takeFirstWord = (text: string): string => text.trim().split(/\s+/)[0] ?? ''

/** No sum is broken from its `€` at the end of a line. */
export const keepSumsWhole = (text: string): string => text.replaceAll(' €', '\u00A0€')

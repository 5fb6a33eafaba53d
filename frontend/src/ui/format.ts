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

/** Such numbers need no `Intl` formatter, whose first use takes 40 ms on a slow phone. */
const isPlain = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < 1000

export const formatInteger = (count: number): string => (isPlain(count) ? String(count) : counts.format(count))

const amounts = onFirstUse(() => new Intl.NumberFormat('es-ES', { maximumFractionDigits: 20 }))

export const formatDecimal = (amount: number): string => (isPlain(amount) ? String(amount) : amounts.format(amount))

export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  return step === 0 ? `${bytes} Bytes` : `${decimals.format(bytes / 1024 ** step)} ${units[step]}`
}

export const formatInstantAsDay = (instant: string): string => days(instant)

/** `07/11/2026` */
export const formatInstantAsShortDay = (instant: string): string => shortDays(instant)

/** Takes a calendar day `2026-11-07`, independent of time zones. Returns `7 de noviembre de 2026`. */
export const formatCalendarDay = createDayFormatter({ dateStyle: 'long' })

/** Takes a calendar day `2026-11-07`. Returns `07/11/2026`. */
export const formatShortCalendarDay = createDayFormatter(short)

export const formatDayAndTime = (instant: string): string => moments(instant)

export const takeFirstWord = (text: string): string => text.trim().split(/\s+/)[0] ?? ''

export const preventAmountWrapping = (text: string): string => text.replaceAll(' €', '\u00A0€')

import { PRACTICE_TIME_ZONE } from './product.ts'
import { onFirstUse } from './on-first-use.ts'

const sameWeek = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { weekday: 'long', timeZone: PRACTICE_TIME_ZONE }))
const later = onFirstUse(
  () =>
    new Intl.DateTimeFormat('es-ES', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: PRACTICE_TIME_ZONE,
    }),
)
const hour = onFirstUse(() => new Intl.DateTimeFormat('es-ES', { timeStyle: 'short', timeZone: PRACTICE_TIME_ZONE }))

/** Within so many days a weekday alone says which. */
const WEEKDAY_MS = 6 * 86_400_000

/** `el jueves a las 14:00`, by the practice's clocks; a day that is further away with its date. */
export function describeAnswerDue(dueAt: string, now: Date): string {
  const due = Date.parse(dueAt)
  const day = (Math.abs(due - now.getTime()) < WEEKDAY_MS ? sameWeek : later).format(due).replace(',', '')
  return `el ${day} a las ${hour.format(due)}`
}

/** `2 días laborables`. */
export const describeAnswerDays = (days: number): string => (days === 1 ? '1 día laborable' : `${days} días laborables`)

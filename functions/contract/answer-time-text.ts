import { createInstantFormatter } from './calendar-days.ts'

const sameWeek = createInstantFormatter({ weekday: 'long' })
const later = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const hour = createInstantFormatter({ timeStyle: 'short' })

/** Within so many days a weekday alone says which. */
const WEEKDAY_MS = 6 * 86_400_000

/** `el jueves a las 14:00`, by the practice's clocks; a day that is further away with its date. */
export function describeAnswerDue(dueAt: string, now: Date): string {
  const due = Date.parse(dueAt)
  const day = (Math.abs(due - now.getTime()) < WEEKDAY_MS ? sameWeek : later)(due).replace(',', '')
  return `el ${day} a las ${hour(due)}`
}

/** `2 días laborables`. */
export const describeAnswerDays = (days: number): string => (days === 1 ? '1 día laborable' : `${days} días laborables`)

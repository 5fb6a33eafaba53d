import { createInstantFormatter } from './calendar-days.ts'

const sameWeek = createInstantFormatter({ weekday: 'long' })
const later = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const hour = createInstantFormatter({ timeStyle: 'short' })

const WEEKDAY_MS = 6 * 86_400_000

/** `el jueves a las 14:00`, in the practice's time zone; with the date when it is further away. */
export function describeAnswerDue(dueAt: string, now: Date): string {
  const due = Date.parse(dueAt)
  const day = (Math.abs(due - now.getTime()) < WEEKDAY_MS ? sameWeek : later)(due).replace(',', '')
  return `el ${day} a las ${hour(due)}`
}

export const describeAnswerDays = (days: number): string => (days === 1 ? '1 día laborable' : `${days} días laborables`)

import type { SignInHour } from '#contract/security-sign-ins'
import { formatCount, formatShortDay } from '../../ui/format.ts'
import { formatShortWeekday, formatTime, wallTimeOf } from '../../ui/wall-time.ts'

export type Span = 'day' | 'week'

/** One bar of the chart, and one row of the table. */
export interface Bar {
  readonly key: string
  /** Below the bar, and in the table. */
  readonly label: string
  readonly name: string
  readonly isLabelled: boolean
  readonly succeeded: number
  readonly failed: number
}

const HOURS = 24
/** Every so many hours one is labelled: more would run into each other on a phone. */
const LABEL_EVERY = 6

/** The last 24 hours, the present one included. */
export const byHour = (hours: readonly SignInHour[]): readonly Bar[] =>
  hours.slice(-HOURS).map(({ at, ...counts }) => {
    const hour = Number.parseInt(wallTimeOf(at).time, 10)
    const name = `${formatShortDay(at)}, ${formatTime(at)}`
    return { key: at, label: `${hour} h`, name, isLabelled: hour % LABEL_EVERY === 0, ...counts }
  })

/** The last seven days of the practice, today included. The first of the eight that the hours touch is not whole. */
export function byDay(hours: readonly SignInHour[]): readonly Bar[] {
  const days = new Map<string, Bar>()
  for (const { at, succeeded, failed } of hours) {
    const { day } = wallTimeOf(at)
    const known = days.get(day) ?? {
      key: day,
      label: formatShortWeekday(at),
      name: formatShortDay(at),
      isLabelled: true,
      succeeded: 0,
      failed: 0,
    }
    days.set(day, { ...known, succeeded: known.succeeded + succeeded, failed: known.failed + failed })
  }
  return [...days.values()].slice(-7)
}

export function spanText(span: Span, succeeded: number, failed: number): string {
  const when = span === 'day' ? 'en las últimas 24 horas' : 'en los últimos 7 días'
  if (succeeded + failed === 0) return `Nadie ha intentado entrar ${when}.`
  const right = succeeded === 1 ? '1 correcto' : `${formatCount(succeeded)} correctos`
  const wrong = failed === 1 ? '1 fallido' : `${formatCount(failed)} fallidos`
  return `${right} y ${wrong} ${when}.`
}

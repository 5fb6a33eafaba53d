import type { SignInHour } from '#contract/security-sign-ins'
import { formatCount, formatShortDay } from '../../ui/format.ts'
import { formatShortWeekday, formatTime, wallTimeOf } from '../../ui/wall-time.ts'

export type Span = 'day' | 'week'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly name: string
  readonly isLabelled: boolean
  readonly succeeded: number
  readonly failed: number
}

const HOURS = 24
/** One label per this many hours: more would overlap on a phone. */
const LABEL_EVERY = 6

export const byHour = (hours: readonly SignInHour[]): readonly Bar[] =>
  hours.slice(-HOURS).map(({ at, ...counts }) => {
    const hour = Number.parseInt(wallTimeOf(at).time, 10)
    const name = `${formatShortDay(at)}, ${formatTime(at)}`
    return { key: at, label: `${hour} h`, name, isLabelled: hour % LABEL_EVERY === 0, ...counts }
  })

/** Seven days in the practice's time zone, including today; the partial first day is dropped. */
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

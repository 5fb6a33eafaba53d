import { instantToWallTime } from '#contract/calendar-days'
import type { HourlySignInCounts } from '#contract/security-sign-ins'
import { formatInteger, formatInstantAsShortDay } from '../../ui/format.ts'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'

export type SignInChartSpan = 'day' | 'week'

export interface SignInChartBar {
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

export const toHourlySignInBars = (hours: readonly HourlySignInCounts[]): readonly SignInChartBar[] =>
  hours.slice(-HOURS).map(({ at, ...counts }) => {
    const hour = Number.parseInt(instantToWallTime(at).time, 10)
    const name = `${formatInstantAsShortDay(at)}, ${formatTime(at)}`
    return { key: at, label: `${hour} h`, name, isLabelled: hour % LABEL_EVERY === 0, ...counts }
  })

/** Seven days in the practice's time zone, including today; the partial first day is dropped. */
export function toDailySignInBars(hours: readonly HourlySignInCounts[]): readonly SignInChartBar[] {
  const days = new Map<string, SignInChartBar>()
  for (const { at, succeeded, failed } of hours) {
    const { day } = instantToWallTime(at)
    const known = days.get(day) ?? {
      key: day,
      label: formatShortWeekdayDate(at),
      name: formatInstantAsShortDay(at),
      isLabelled: true,
      succeeded: 0,
      failed: 0,
    }
    days.set(day, { ...known, succeeded: known.succeeded + succeeded, failed: known.failed + failed })
  }
  return [...days.values()].slice(-7)
}

export function toSignInChartSummary(span: SignInChartSpan, succeeded: number, failed: number): string {
  const when = span === 'day' ? 'en las últimas 24 horas' : 'en los últimos 7 días'
  if (succeeded + failed === 0) return `Nadie ha intentado entrar ${when}.`
  const right = succeeded === 1 ? '1 correcto' : `${formatInteger(succeeded)} correctos`
  const wrong = failed === 1 ? '1 fallido' : `${formatInteger(failed)} fallidos`
  return `${right} y ${wrong} ${when}.`
}

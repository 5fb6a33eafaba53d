import { shiftMonth, toUtcMonth } from '#contract/calendar-days'

const MAX_MONTHS = 84

const DAY_MS = 86_400_000
const EMPTY_AT_ONCE = 6

interface MonthsToCompare {
  readonly due: readonly string[]
  readonly older: readonly string[]
}

export function listMonthsToCompare(
  copied: readonly string[],
  { now, from }: { readonly now: Date; readonly from: string | undefined },
): MonthsToCompare {
  const possible = Array.from({ length: MAX_MONTHS }, (_, back) => shiftMonth(toUtcMonth(now), -back))
  const [newest, rest] = [possible.slice(0, 2), possible.slice(2)]
  const empty = rest.filter((month) => !copied.includes(month))
  const turn = Math.floor(now.getTime() / DAY_MS) % Math.max(1, Math.ceil(empty.length / EMPTY_AT_ONCE))
  const older = copied
    .filter((month) => !newest.includes(month))
    .toSorted()
    .toReversed()
  const start = Math.max(
    0,
    older.findIndex((month) => from !== undefined && month <= from),
  )
  return {
    due: [...newest, ...empty.slice(turn * EMPTY_AT_ONCE, (turn + 1) * EMPTY_AT_ONCE)],
    older: [...older.slice(start), ...older.slice(0, start)],
  }
}

export function listMonthsBetween(first: string, last: string): readonly string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = shiftMonth(month, 1)) months.push(month)
  return months
}

const MINUTE_MS = 60_000
const unitsMs: Readonly<Record<string, number>> = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS }

/**
 * Milliseconds between two runs.
 * @throws Error for a cron expression
 */
export function parseRate(expression: string): number {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? []
  const unitMs = unitsMs[unit]
  if (unitMs === undefined) throw new Error(`${expression} is not run on this machine`)
  return Number(count) * unitMs
}

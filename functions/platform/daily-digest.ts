const DAY_MS = 86_400_000
/** UTC; between seven and nine in the practice's time zone. */
const DIGEST_HOUR = 6
const MARGIN_MS = 5 * 60_000

interface DailyDigest {
  /** `since` is inclusive, `until` exclusive. */
  readonly since: string
  readonly until: string
  readonly dueAt: string
}

export function computeDailyDigest(at: Date): DailyDigest {
  const shift = DIGEST_HOUR * 3_600_000 - MARGIN_MS
  const until = (Math.floor((at.getTime() - shift) / DAY_MS) + 1) * DAY_MS + shift
  return { since: toInstant(until - DAY_MS), until: toInstant(until), dueAt: toInstant(until + MARGIN_MS) }
}

const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString()

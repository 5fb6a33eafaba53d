import type { security } from '#contract/security'
import { SIGN_IN_STATISTICS_DAYS, type HourlySignInCounts } from '#contract/security-sign-ins'
import { findSignInAuditEntries } from '#data/alert-queries'
import { readRefusalCount } from './public/alerts.ts'
import type { EndpointAction } from '#platform/serve'

const HOUR_MS = 3_600_000
const HOURS = SIGN_IN_STATISTICS_DAYS * 24

/** UTC hours fit: Spain's time zone differs by whole hours. */
export const readSignInStatistics: EndpointAction<typeof security.signIns> = async (_, { data, now }) => {
  const present = Math.floor(now().getTime() / HOUR_MS)
  const first = present - HOURS + 1
  const hours = Array.from({ length: HOURS }, (__, index): HourlySignInCounts => ({
    at: new Date((first + index) * HOUR_MS).toISOString(),
    succeeded: 0,
    failed: 0,
  }))
  for (const line of await findSignInAuditEntries(data, { since: new Date(first * HOUR_MS), until: now() })) {
    const index = Math.floor(Date.parse(line.createdAt) / HOUR_MS) - first
    const hour = hours[index]
    if (!hour) continue
    if (line.action === 'SESSION_STARTED') hours[index] = { ...hour, succeeded: hour.succeeded + 1 }
    else hours[index] = { ...hour, failed: hour.failed + (readRefusalCount(line) ?? 1) }
  }
  return { hours }
}

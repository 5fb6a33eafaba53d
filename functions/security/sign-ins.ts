import type { security } from '#contract/security'
import { SIGN_IN_DAYS, type SignInHour } from '#contract/security-sign-ins'
import { signInLines } from '#data/alert-queries'
import { refusalsIn } from './public/alerts.ts'
import type { Action } from '#platform/serve'

const HOUR_MS = 3_600_000
const HOURS = SIGN_IN_DAYS * 24

/** UTC hours fit: Spain's time zone differs by whole hours. */
export const readSignIns: Action<typeof security.signIns> = async (_, { data, now }) => {
  const present = Math.floor(now().getTime() / HOUR_MS)
  const first = present - HOURS + 1
  const hours = Array.from({ length: HOURS }, (__, index): SignInHour => ({
    at: new Date((first + index) * HOUR_MS).toISOString(),
    succeeded: 0,
    failed: 0,
  }))
  for (const line of await signInLines(data, { since: new Date(first * HOUR_MS), until: now() })) {
    const index = Math.floor(Date.parse(line.createdAt) / HOUR_MS) - first
    const hour = hours[index]
    if (!hour) continue
    if (line.action === 'SESSION_STARTED') hours[index] = { ...hour, succeeded: hour.succeeded + 1 }
    else hours[index] = { ...hour, failed: hour.failed + (refusalsIn(line) ?? 1) }
  }
  return { hours }
}

import { toPracticeDay } from '#contract/calendar-days'
import { defaultOpeningHours, OpeningHours, withoutPastDates } from '#contract/opening-hours'
import type { Database } from './database.ts'
import { openingHoursItemKey } from './opening-hours.ts'

/** The practice's own hours or the default ones. Settings missing in an older item have their defaults. */
export async function readStoredOpeningHours(data: Database, now: Date) {
  const { data: stored } = await data.openingHours.get(openingHoursItemKey).go()
  const hours = OpeningHours.parse({ ...defaultOpeningHours, ...(stored?.hours as object | undefined) })
  return { hours: withoutPastDates(hours, toPracticeDay(now)), version: stored?.version ?? 0 }
}

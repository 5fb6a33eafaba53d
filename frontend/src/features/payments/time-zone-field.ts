import { PRACTICE_TIME_ZONE } from '#contract/product'
import { TimeZoneOfBrowser } from '#contract/time-zones'
import { getViewerTimeZone } from '../../ui/viewer-time.ts'

/** For the mails of a buyer elsewhere. An unknown name is left out, because it must not prevent a payment. */
export function toTimeZoneField(): { readonly timeZone?: string } {
  const timeZone = getViewerTimeZone()
  const isElsewhere = timeZone !== PRACTICE_TIME_ZONE && TimeZoneOfBrowser.safeParse(timeZone).success
  return isElsewhere ? { timeZone } : {}
}

import { apiContract } from '#contract/api'
import { toPracticeDay } from '#contract/calendar-days'
import { tabStorage } from '../../api/browser-storage.ts'
import { callApi } from '../../api/call-api.ts'
import { PRODUCT_SLUG } from '#contract/product'
import { getServerNow } from '../../ui/server-clock.ts'
import { getViewerTimeZone } from '../../ui/viewer-time.ts'

const KEPT = `${PRODUCT_SLUG}:time-zone`

/** In sessionStorage, so that nothing remains for the next visitor of this computer. */
function isToldNow(told: string): boolean {
  if (tabStorage.read(KEPT) === told) return true
  tabStorage.write(KEPT, told)
  return false
}

/** Reported once a day per tab, and when it changes: mails also give hours in this time zone. */
export async function saveTimeZone(userId: string, timeZone = getViewerTimeZone()): Promise<void> {
  const told = [userId, timeZone, toPracticeDay(getServerNow())].join(' ')
  if (isToldNow(told)) return
  try {
    await callApi(apiContract.accountSettings.saveTimeZone, { body: { timeZone } })
  } catch {
    // Repeated the next day; until then mails use the time zone reported before, if any.
  }
}

import { apiContract } from '#contract/api'
import { toPracticeDay } from '#contract/calendar-days'
import { tabStorage } from '../../api/browser-storage.ts'
import { callApi } from '../../api/call-api.ts'
import { PRODUCT_SLUG } from '#contract/product'
import { getServerNow } from '../../ui/server-clock.ts'
import { getViewerTimeZone } from '../../ui/viewer-time.ts'

const KEPT = `${PRODUCT_SLUG}:time-zone`

/** In sessionStorage: nothing of it stays for the next visitor of this computer. */
function isToldNow(told: string): boolean {
  if (tabStorage.read(KEPT) === told) return true
  tabStorage.write(KEPT, told)
  return false
}

/** Once a day from each tab, and wherever it is another one: mails say hours by this zone's clocks too. */
export async function keepTimeZone(userId: string, timeZone = getViewerTimeZone()): Promise<void> {
  const told = [userId, timeZone, toPracticeDay(getServerNow())].join(' ')
  if (isToldNow(told)) return
  try {
    await callApi(apiContract.accountSettings.keepTimeZone, { body: { timeZone } })
  } catch {
    // Tomorrow again: without it mails say Madrid's hour alone.
  }
}

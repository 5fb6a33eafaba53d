import { apiContract } from '#contract/api'
import { toPracticeDay } from '#contract/calendar-days'
import { callApi } from '../../api/call-api.ts'
import { FORM_MEMORY_KEY_PREFIX, localStore } from '../../api/local-store.ts'
import { getServerNow } from '../../ui/server-clock.ts'
import { getViewerTimeZone } from '../../ui/viewer-time.ts'

const KEPT = `${FORM_MEMORY_KEY_PREFIX}time-zone`

/** Once a day from each browser, and wherever it is another one: mails say hours by this zone's clocks too. */
export async function keepTimeZone(userId: string, timeZone = getViewerTimeZone()): Promise<void> {
  const told = [userId, timeZone, toPracticeDay(getServerNow())].join(' ')
  if (localStore.get(KEPT) === told) return
  localStore.set(KEPT, told)
  try {
    await callApi(apiContract.account.keepTimeZone, { body: { timeZone } })
  } catch {
    // Tomorrow again: without it mails say Madrid's hour alone.
  }
}

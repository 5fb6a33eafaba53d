import { apiContract } from '#contract/api'
import { toPracticeDay } from '#contract/calendar-days'
import { PRODUCT_SLUG } from '#contract/product'
import { getServerNow } from '../ui/server-clock.ts'
import { getViewerTimeZone } from '../ui/viewer-time.ts'
import { ApiError } from './api-error.ts'
import { tabStorage } from './browser-storage.ts'
import { callApi } from './call-api.ts'

/** In sessionStorage, so that nothing remains for the next visitor of this computer. */
const KEPT = `${PRODUCT_SLUG}:time-zone`

let calling: { readonly told: string; readonly isTold: Promise<true | undefined> } | undefined

/**
 * Reported once a day per tab, and when it changes: mails also give hours in this time zone, and the server takes the
 * ticks of doses by the day there.
 *
 * @returns undefined when the server does not have it yet
 */
export function saveTimeZone(userId: string, timeZone = getViewerTimeZone()): Promise<true | undefined> {
  const told = [userId, timeZone, toPracticeDay(getServerNow())].join(' ')
  if (tabStorage.read(KEPT) === told) return Promise.resolve(true)
  if (calling?.told === told) return calling.isTold
  const isTold = report(timeZone).then((isReported) => {
    if (isReported) tabStorage.write(KEPT, told)
    if (calling?.told === told) calling = undefined
    return isReported
  })
  calling = { told, isTold }
  return isTold
}

async function report(timeZone: string): Promise<true | undefined> {
  try {
    await callApi(apiContract.accountSettings.saveTimeZone, { body: { timeZone } })
    return true
  } catch (error) {
    // A zone that the server does not know stays unknown to it. All else may succeed with the next call.
    return (error instanceof ApiError && error.code === 'invalid-input') || undefined
  }
}

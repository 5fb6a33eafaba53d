import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import type { WaitingListServices } from './waited-place.ts'

/** What a client has left by a change that another domain has written, and nobody was offered yet. */
export async function offerHoursLeftBy(customerId: string, services: WaitingListServices): Promise<void> {
  try {
    const { data: left } = await services.data.freedHours.query
      .byCustomer({ customerId })
      .go({ pages: 'all', consistent: true })
    if (left.length === 0) return
    // Most calls of a function that pays back leave no hour, and its start does without the list of hours and who waits.
    const { tryToOfferFreedHour } = await import('./offer-freed-hour.ts')
    for (const { startsAt } of left) await tryToOfferFreedHour({ startsAt, customerId }, services)
  } catch (error) {
    log.warn('the hours that a client left were not offered', { notOffered: formatErrorForLog(error) })
  }
}

import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import type { WaitingListServices } from './waiting-list-booking.ts'

export async function offerFreedHoursOfCustomer(customerId: string, services: WaitingListServices): Promise<void> {
  try {
    const { data: left } = await services.data.freedHours.query
      .byCustomer({ customerId })
      .go({ pages: 'all', consistent: true })
    if (left.length === 0) return
    // Loaded on demand: most calls of a refunding function leave no hour.
    const { tryToOfferFreedHour } = await import('./offer-freed-hour.ts')
    for (const { startsAt } of left) await tryToOfferFreedHour({ startsAt, customerId }, services)
  } catch (error) {
    log.warn('the hours that a client left were not offered', { notOffered: formatErrorForLog(error) })
  }
}

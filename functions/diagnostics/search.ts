import { newestCustomers } from '#data/customer-queries'
import { toSearchLine } from '#data/customer-search'
import { countsOf } from '#data/counter'
import { type InvariantCheck, MAX_CHECKED } from './invariant-check.ts'

/** Every client is found by their name, e-mail and phone as they are now. */
export const clientsAreFound: InvariantCheck = async ({ data }) => {
  const { hiddenImports } = await countsOf(data)
  const { items } = await newestCustomers(data, { limit: MAX_CHECKED, hiddenImports })
  if (items.length === 0) return { looked: 0, broken: 0 }
  // The index lags: what the line must say is read by key.
  const { data: customers, unprocessed } = await data.customers
    .get(items.map(({ customerId }) => ({ customerId })))
    .go({ consistent: true })
  const wanted = customers.map(toSearchLine)
  const keys = wanted.map(({ shard, customerId }) => ({ shard, customerId }))
  const { data: lines, unprocessed: unread } = await data.searchLines.get(keys).go({ consistent: true })
  if (unprocessed.length + unread.length > 0) throw new Error('not every client was read')
  const texts = new Map(lines.map(({ customerId, text }) => [customerId, text]))
  return {
    looked: wanted.length,
    broken: wanted.filter(({ customerId, text }) => texts.get(customerId) !== text).length,
  }
}

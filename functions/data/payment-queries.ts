import type { Database } from './database.ts'
import {
  LOWEST_SORT_KEY,
  toResultPage,
  type PageRequest,
  parseCursorPosition,
  toPageQueryOptions,
} from './pagination.ts'

export async function findCustomerPayments(data: Database, customerId: string, page: PageRequest) {
  const all = data.payments.query.newestFirst({ customerId })
  const [paidAt, paymentId] = parseCursorPosition(page.cursor)
  const rest = paidAt && paymentId ? all.between({ paidAt: LOWEST_SORT_KEY }, { paidAt, paymentId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...toPageQueryOptions(page) })
  return toResultPage(items, page, (last) => `${last.paidAt}~${last.paymentId}`)
}

import type { Data } from './data.ts'
import { LOWEST_KEY, pageOf, type Page, positionOf, pageOptions } from './page.ts'

export async function supplementsOf(data: Data, customerId: string, page: Page) {
  const all = data.clientSupplements.query.newestFirst({ customerId })
  const [createdAt, clientSupplementId] = positionOf(page.cursor)
  const rest =
    createdAt && clientSupplementId ? all.between({ createdAt: LOWEST_KEY }, { createdAt, clientSupplementId }) : all
  const { data: items } = await rest.go({ order: 'desc', ...pageOptions(page) })
  return pageOf(items, page, (last) => `${last.createdAt}~${last.clientSupplementId}`)
}

export async function dosesOf(
  data: Data,
  customerId: string,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const { data: items } = await data.doses.query
    .byCustomer({ customerId })
    // The key goes on after the day: everything of the last day lies before the day that would follow as text.
    .between({ day: from }, { day: `${to}~` })
    .go({ pages: 'all', consistent: true })
  return items.filter(({ taken }) => taken !== false)
}

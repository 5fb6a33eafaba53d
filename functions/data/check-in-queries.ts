import type { Database } from './database.ts'

export async function findCheckIns(
  data: Database,
  customerId: string,
  { from, to }: { readonly from: string; readonly to: string },
) {
  const { data: items } = await data.checkIns.query
    .byCustomer({ customerId })
    .between({ week: from }, { week: to })
    .go({ order: 'desc', pages: 'all' })
  return items
}

import type { customers } from '#contract/customers'
import { newestCustomers } from '#data/queries'
import type { Action } from '#platform/serve'
import { shown } from './shown.ts'

export const listCustomers: Action<typeof customers.list> = async ({ query }, { data }) => {
  const { items, next } = await newestCustomers(data, query)
  return { items: items.map(shown), next }
}

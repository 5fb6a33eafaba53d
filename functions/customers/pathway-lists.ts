import { type CustomerTaskKind, customerTaskKinds, MAX_LISTED_TASKS } from '#contract/customer-lists'
import type { customers } from '#contract/customers-domain'
import { isHiddenImportedCustomer, readPracticeCounter } from '#data/practice-counter'
import { type CustomerListEntry, findCustomerListEntries } from '#data/customer-list-entry-queries'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { toCustomerRow, toPathwaySummary } from './to-customer.ts'

export const listCustomerPathways: EndpointAction<typeof customers.listPathways> = async ({ query }, { data }) => {
  const { items, next } = await findCustomerListEntries(data, query.list, query)
  const found = await withCustomers(items, data)
  return {
    items: found.map(({ customer, entry }) => ({
      ...toCustomerRow(customer),
      ...toPathwaySummary(entry),
      idleSince: query.list === 'hourless' || query.list === 'inactive' ? entry.place : null,
    })),
    next,
  }
}

export const listCustomerTasks: EndpointAction<typeof customers.listTasks> = async (_, { data }) => {
  const pages = await Promise.all(
    customerTaskKinds.map((kind) => findCustomerListEntries(data, kind, { limit: MAX_LISTED_TASKS })),
  )
  const found = await withCustomers(
    pages.flatMap(({ items }) => items),
    data,
  )
  return {
    items: found.map(({ customer, entry: { order, place, percent = null, percentBefore = null } }) => ({
      kind: order as CustomerTaskKind,
      customerId: customer.customerId,
      customerName: customer.name,
      at: place,
      percent,
      percentBefore,
    })),
    more: pages.some(({ next }) => next !== null),
  }
}

async function withCustomers(entries: readonly CustomerListEntry[], data: ActionServices['data']) {
  const ids = [...new Set(entries.map(({ customerId }) => customerId))]
  if (ids.length === 0) return []
  const { data: there } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  const { hiddenImports } = await readPracticeCounter(data)
  const byId = new Map(there.map((customer) => [customer.customerId, customer]))
  return entries.flatMap((entry) => {
    const customer = byId.get(entry.customerId)
    const isShown = customer && !customer.internal && !isHiddenImportedCustomer(customer.customerId, hiddenImports)
    return isShown ? [{ customer, entry }] : []
  })
}

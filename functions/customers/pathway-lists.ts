import { type CustomerTaskKind, customerTaskKinds, MAX_LISTED_TASKS } from '#contract/customer-lists'
import type { customers } from '#contract/customers-domain'
import { isHiddenImportedCustomer, readPracticeCounter } from '#data/practice-counter'
import { type CustomerStanding, findStandings } from '#data/customer-standing-queries'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { toCustomerRow, toPathwaySummary } from './to-customer.ts'

export const listCustomerStandings: EndpointAction<typeof customers.listStandings> = async ({ query }, { data }) => {
  const { items, next } = await findStandings(data, query.list, query)
  const found = await withCustomers(items, data)
  return {
    items: found.map(({ customer, standing }) => ({
      ...toCustomerRow(customer),
      ...toPathwaySummary(standing),
      idleSince: query.list === 'hourless' || query.list === 'inactive' ? standing.place : null,
    })),
    next,
  }
}

export const listCustomerTasks: EndpointAction<typeof customers.listTasks> = async (_, { data }) => {
  const pages = await Promise.all(
    customerTaskKinds.map((kind) => findStandings(data, kind, { limit: MAX_LISTED_TASKS })),
  )
  const found = await withCustomers(
    pages.flatMap(({ items }) => items),
    data,
  )
  return {
    items: found.map(({ customer, standing: { order, place, percent = null, percentBefore = null } }) => ({
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

async function withCustomers(standings: readonly CustomerStanding[], data: ActionServices['data']) {
  const ids = [...new Set(standings.map(({ customerId }) => customerId))]
  if (ids.length === 0) return []
  const { data: there } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  const { hiddenImports } = await readPracticeCounter(data)
  const byId = new Map(there.map((customer) => [customer.customerId, customer]))
  return standings.flatMap((standing) => {
    const customer = byId.get(standing.customerId)
    const isShown = customer && !customer.internal && !isHiddenImportedCustomer(customer.customerId, hiddenImports)
    return isShown ? [{ customer, standing }] : []
  })
}

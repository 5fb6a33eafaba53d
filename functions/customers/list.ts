import type { customers } from '#contract/customers'
import {
  findCustomersById,
  searchCustomersByAccountPresence,
  searchCustomers,
  findNewestCustomers,
} from '#data/customer-queries'
import { findCustomerSearchLines } from '#data/customer-search'
import { isHiddenImportedCustomer, readPracticeCounter } from '#data/practice-counter'
import type { EndpointAction } from '#platform/serve'
import { toCustomerSummary, toCustomerRow } from './to-customer.ts'

export const listCustomers: EndpointAction<typeof customers.list> = async ({ query }, { data }) => {
  const { clients: total, hiddenImports } = await readPracticeCounter(data)
  const page = { ...query, hiddenImports }
  const { search = '', order, account } = query
  if (account) {
    const { items, next, matching } = await searchCustomersByAccountPresence(data, { search, order, account }, page)
    return { items: items.map(toCustomerRow), next, total, matching }
  }
  if (!search && order === 'newest') {
    const { items, next } = await findNewestCustomers(data, page)
    return { items: items.map(toCustomerRow), next, total, matching: total }
  }
  const { items, next, matching } = await searchCustomers(data, { search, order }, page)
  return { items: items.map(toCustomerRow), next, total, matching }
}

export const listCustomerNames: EndpointAction<typeof customers.names> = async (
  { query: { search = '', limit } },
  { data },
) => {
  const { hiddenImports } = await readPracticeCounter(data)
  // The folded name is the beginning of the text: sorting by it sorts by name.
  const found = (await findCustomerSearchLines(data, search))
    .filter(({ customerId }) => !isHiddenImportedCustomer(customerId, hiddenImports))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
  const items = await findCustomersById(
    data,
    found.slice(0, limit).map(({ customerId }) => customerId),
  )
  return { items: items.map(toCustomerSummary), more: found.length > limit }
}

export const readUserAndCustomerCounts: EndpointAction<typeof customers.counts> = async (_, { data }) => {
  const { users, clients } = await readPracticeCounter(data)
  return { users, clients }
}

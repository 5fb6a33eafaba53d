import type { customers } from '#contract/customers'
import { customersById, customersWithAccount, searchCustomers, newestCustomers } from '#data/customer-queries'
import { matchingSearchLines } from '#data/customer-search'
import { isHidden, countsOf } from '#data/counter'
import type { Action } from '#platform/serve'
import { toCustomerName, toCustomerRow } from './to-customer.ts'

export const listCustomers: Action<typeof customers.list> = async ({ query }, { data }) => {
  const { clients: total, hiddenImports } = await countsOf(data)
  const page = { ...query, hiddenImports }
  const { search = '', order, account } = query
  if (account) {
    const { items, next, matching } = await customersWithAccount(data, { search, order, account }, page)
    return { items: items.map(toCustomerRow), next, total, matching }
  }
  if (!search && order === 'newest') {
    const { items, next } = await newestCustomers(data, page)
    return { items: items.map(toCustomerRow), next, total, matching: total }
  }
  const { items, next, matching } = await searchCustomers(data, { search, order }, page)
  return { items: items.map(toCustomerRow), next, total, matching }
}

export const listNames: Action<typeof customers.names> = async ({ query: { search = '', limit } }, { data }) => {
  const { hiddenImports } = await countsOf(data)
  // The folded name is the beginning of the text: sorting by it sorts by name.
  const found = (await matchingSearchLines(data, search))
    .filter(({ customerId }) => !isHidden(customerId, hiddenImports))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
  const items = await customersById(
    data,
    found.slice(0, limit).map(({ customerId }) => customerId),
  )
  return { items: items.map(toCustomerName), more: found.length > limit }
}

export const readCounts: Action<typeof customers.counts> = async (_, { data }) => {
  const { users, clients } = await countsOf(data)
  return { users, clients }
}

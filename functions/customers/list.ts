import type { customers } from '#contract/customers'
import { findCustomersByDate, listCustomersByIndex, searchCustomers } from '#data/customer-queries'
import { readPracticeCounter } from '#data/practice-counter'
import type { EndpointAction } from '#platform/serve'
import { toCustomerSummary, toCustomerRow } from './to-customer.ts'

export const listCustomers: EndpointAction<typeof customers.list> = async ({ query }, { data }) => {
  const { clients: total, hiddenImports } = await readPracticeCounter(data)
  const page = { ...query, hiddenImports }
  const { search = '', order, account } = query
  if (search) {
    const { items, next, matching, isComplete } = await searchCustomers(data, { search, order, account }, page)
    return { items: items.map(toCustomerRow), next, total, matching, isComplete }
  }
  const { items, next, matching } =
    order === 'name' || account
      ? await listCustomersByIndex(data, { order, account }, page)
      : { ...(await findCustomersByDate(data, order, page)), matching: undefined }
  return { items: items.map(toCustomerRow), next, total, matching: matching ?? total, isComplete: true }
}

export const listCustomerNames: EndpointAction<typeof customers.names> = async (
  { query: { search = '', limit } },
  { data },
) => {
  const { hiddenImports } = await readPracticeCounter(data)
  const page = { limit, hiddenImports }
  const { items, next } = search
    ? await searchCustomers(data, { search, order: 'name' }, page)
    : await listCustomersByIndex(data, { order: 'name' }, page)
  return { items: items.map(toCustomerSummary), more: next !== null }
}

export const readUserAndCustomerCounts: EndpointAction<typeof customers.counts> = async (_, { data }) => {
  const { users, clients } = await readPracticeCounter(data)
  return { users, clients }
}

import type { ActionInput } from '#contract/endpoint'
import type { customers } from '#contract/customers-domain'
import { findCustomersByDate, listCustomersByIndex, searchCustomers } from '#data/customer-queries'
import type { Database } from '#data/database'
import { readPracticeCounter, readPracticeCounts } from '#data/practice-counter'
import { readTurnEntries } from '#data/customer-list-entry-queries'
import type { EndpointAction } from '#platform/serve'
import { toCustomerRow, toCustomerSummary, toPathwaySummary } from './to-customer.ts'

type CustomerQuery = ActionInput<typeof customers.list>['query']

export const listCustomers: EndpointAction<typeof customers.list> = async ({ query }, { data }) => {
  const { items, ...found } = await findCustomers(query, data)
  const turnEntries = await readTurnEntries(
    data,
    items.map(({ customerId }) => customerId),
  )
  return {
    ...found,
    items: items.map((customer) => {
      const entry = turnEntries.get(customer.customerId)
      return { ...toCustomerRow(customer), pathway: entry ? toPathwaySummary(entry) : null }
    }),
  }
}

async function findCustomers(query: CustomerQuery, data: Database) {
  const { clients: total, hiddenImports } = await readPracticeCounts(data)
  const page = { ...query, hiddenImports }
  const { search = '', order, account } = query
  if (search) return { ...(await searchCustomers(data, { search, order, account }, page)), total }
  const { items, next, matching } =
    order === 'name' || account
      ? await listCustomersByIndex(data, { order, account }, page)
      : { ...(await findCustomersByDate(data, order, page)), matching: undefined }
  return { items, next, total, matching: matching ?? total, isComplete: true }
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
  const { users, clients } = await readPracticeCounts(data)
  return { users, clients }
}

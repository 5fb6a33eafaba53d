import {
  deleteCustomerSearchLine,
  putCustomerSearchLine,
  isCustomerSearchLineIndexed,
  toCustomerSearchLine,
  toCustomerSearchLineKey,
  updateCustomerSearchPieces,
} from '#data/customer-search-index'
import type { StoredCustomer } from '#data/customer-writes'
import type { Database } from '#data/database'
import { isUserIndexed, updateUserSearchPieces } from '#data/user-search-index'
import type { StoredUser } from '#platform/user'

const worksHere = ({ role }: Pick<StoredUser, 'role'>): boolean => role === 'administrador'

const AT_ONCE = { concurrency: 5 }

const setInternal = (data: Database, customerId: string, internal: boolean) =>
  data.customers.patch({ customerId }).set({ internal }).go()

/** @returns how many records were repaired */
export async function repairInternalMarkOfAdministrator(data: Database, user: StoredUser): Promise<number> {
  const { userId, customerId } = user
  if (!worksHere(user) || !customerId) return 0
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer || customer.userId !== userId || customer.internal) return 0
  await setInternal(data, customerId, true)
  return 1
}

export async function repairInternalMarksOfClients(data: Database, customers: readonly StoredCustomer[]) {
  const wrong = new Set<string>()
  for (const { customerId, userId, internal } of customers) {
    if (!internal) continue
    const { data: user } = userId ? await data.users.get({ userId }).go() : { data: null }
    if (user && worksHere(user)) continue
    await setInternal(data, customerId, false)
    wrong.add(customerId)
  }
  const repaired = customers.map((customer) =>
    wrong.has(customer.customerId) ? { ...customer, internal: false } : customer,
  )
  return { customers: repaired, repaired: wrong.size }
}

export async function repairUserSearchPieces(data: Database, users: readonly StoredUser[]): Promise<number> {
  const wrong = users.filter((user) => !isUserIndexed(user))
  for (let done = 0; done < wrong.length; done += LINES_AT_ONCE) {
    const some = wrong.slice(done, done + LINES_AT_ONCE)
    await Promise.all(some.map(({ userId }) => updateUserSearchPieces(data, data.transact, userId)))
  }
  return wrong.length
}

export async function repairMissingSearchLines(data: Database, customers: readonly StoredCustomer[]): Promise<number> {
  if (customers.length === 0) return 0
  const keys = customers.map(({ customerId }) => toCustomerSearchLineKey(customerId))
  const { data: lines } = await data.searchLines.get(keys).go(AT_ONCE)
  const texts = new Map(lines.filter(isCustomerSearchLineIndexed).map(({ customerId, text }) => [customerId, text]))
  const wrong = customers.filter((customer) => texts.get(customer.customerId) !== toCustomerSearchLine(customer).text)
  for (let done = 0; done < wrong.length; done += LINES_AT_ONCE) {
    await Promise.all(wrong.slice(done, done + LINES_AT_ONCE).map((customer) => writeSearchLine(data, customer)))
  }
  return wrong.length
}

/** Each is some 150 write units: more at once would be throttled. */
const LINES_AT_ONCE = 4

const writeSearchLine = (data: Database, customer: StoredCustomer) =>
  data.transact((entities) => ({
    customer: entities.customers
      .check({ customerId: customer.customerId })
      .where(({ version }, { eq }) => eq(version, customer.version))
      .commit(),
    searchLine: putCustomerSearchLine(entities, customer),
  }))

export async function removeStraySearchLines(
  data: Database,
  lines: readonly { readonly customerId: string; readonly text: string }[],
): Promise<number> {
  if (lines.length === 0) return 0
  const keys = lines.map(({ customerId }) => ({ customerId }))
  const { data: customers } = await data.customers.get(keys).go(AT_ONCE)
  const present = new Set(customers.filter(({ internal }) => !internal).map(({ customerId }) => customerId))
  const stray = lines.filter(({ customerId }) => !present.has(customerId))
  for (const { customerId, text } of stray) {
    if (!text) {
      await updateCustomerSearchPieces(data, data.transact, customerId)
      continue
    }
    await data.transact((entities) => ({
      customer: entities.customers
        .check({ customerId })
        .where((customer, { eq, notExists }) => `${notExists(customer.name)} OR ${eq(customer.internal, true)}`)
        .commit(),
      searchLine: deleteCustomerSearchLine(entities, customerId),
    }))
  }
  return stray.length
}

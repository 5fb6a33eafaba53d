import {
  toCustomerSearchLine,
  deleteCustomerSearchLine,
  findCustomerSearchLines,
  putCustomerSearchLine,
} from '#data/customer-search'
import type { StoredCustomer } from '#data/customer-writes'
import type { Database } from '#data/database'
import { isHiddenImportedCustomer, replacePracticeCounts, readPracticeCounter } from '#data/practice-counter'
import type { ActionServices } from '#platform/services'

type RecountServices = Pick<ActionServices, 'data' | 'now'>

/** Indexes lag: items written this recently may be missing from them. */
const QUIET_MS = 60_000

const EVERY_MS = 20 * 3_600_000

export interface RecountResult {
  readonly counted: boolean
  readonly mended: number
}

const NOTHING: RecountResult = { counted: false, mended: 0 }

/** Transactions keep counts and search lines exact; this repairs what a fault or a change by hand has left. */
export async function recountUsersAndCustomers({ data, now }: RecountServices): Promise<RecountResult> {
  const before = await readPracticeCounter(data)
  const at = now().getTime()
  const within = (instant: string | undefined, milliseconds: number) =>
    instant !== undefined && at - Date.parse(instant) < milliseconds
  if (within(before.changedAt, QUIET_MS) || within(before.recountedAt, EVERY_MS)) return NOTHING

  const [{ data: users }, { data: customers }, lines] = await Promise.all([
    data.users.query.newestFirst({}).go({ pages: 'all' }),
    data.customers.query.newestFirst({}).go({ pages: 'all' }),
    findCustomerSearchLines(data, ''),
  ])
  const staff = new Set(users.filter(({ role }) => role === 'administrador').map(({ userId }) => userId))
  const worksHere = ({ userId }: StoredCustomer) => userId !== undefined && staff.has(userId)
  const seen = customers.filter((customer) => !worksHere(customer))
  const mended = [
    await mendMarks(data, customers, worksHere),
    await mendLines(data, seen, new Map(lines.map((line) => [line.customerId, line.text]))),
  ]
  const counted = await replacePracticeCounts(
    data,
    {
      users: users.filter(({ status }) => status === 'active').length,
      clients: seen.filter(({ customerId }) => !isHiddenImportedCustomer(customerId, before.hiddenImports)).length,
      recountedAt: now().toISOString(),
    },
    before,
  )
  return { counted, mended: mended.reduce((sum, each) => sum + each) }
}

async function mendMarks(
  data: Database,
  customers: readonly StoredCustomer[],
  worksHere: (customer: StoredCustomer) => boolean,
): Promise<number> {
  const wrong = customers.filter((customer) => worksHere(customer) !== (customer.internal ?? false))
  for (const customer of wrong) {
    const { customerId } = customer
    await data.customers
      .patch({ customerId })
      .set({ internal: worksHere(customer) })
      .go()
  }
  return wrong.length
}

async function mendLines(
  data: Database,
  customers: readonly StoredCustomer[],
  lines: ReadonlyMap<string, string>,
): Promise<number> {
  const wrong = customers.filter((customer) => lines.get(customer.customerId) !== toCustomerSearchLine(customer).text)
  for (const customer of wrong) {
    await data.transact((entities) => ({
      customer: entities.customers
        .check({ customerId: customer.customerId })
        .where(({ version }, { eq }) => eq(version, customer.version))
        .commit(),
      searchLine: putCustomerSearchLine(entities, customer),
    }))
  }
  const present = new Set(customers.map(({ customerId }) => customerId))
  const stray = [...lines.keys()].filter((customerId) => !present.has(customerId))
  for (const customerId of stray) {
    await data.transact((entities) => ({
      customer: entities.customers
        .check({ customerId })
        .where((customer, { eq, notExists }) => `${notExists(customer.name)} OR ${eq(customer.internal, true)}`)
        .commit(),
      searchLine: deleteCustomerSearchLine(entities, customerId),
    }))
  }
  return wrong.length + stray.length
}

import type { StoredCustomer } from './customer-writes.ts'
import type { Database } from './database.ts'

/**
 * By the ids asked for. Mails and notices keep the id of a record that was merged into its owner's since: the log alone
 * says into which. An id without a client is missing.
 */
export async function findPresentCustomers(
  customerIds: readonly string[],
  data: Database,
): Promise<ReadonlyMap<string, StoredCustomer>> {
  const ids = [...new Set(customerIds)]
  if (ids.length === 0) return new Map()
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  const present = new Map(found.map((customer) => [customer.customerId, customer]))
  const merged = ids.filter((customerId) => !present.has(customerId))
  const owners = await Promise.all(merged.map(async (id) => [id, await findOwnerOfMerged(id, data)] as const))
  for (const [id, owner] of owners) if (owner) present.set(id, owner)
  return present
}

export const findPresentCustomer = async (customerId: string, data: Database): Promise<StoredCustomer | undefined> =>
  (await findPresentCustomers([customerId], data)).get(customerId)

async function findOwnerOfMerged(subjectId: string, data: Database): Promise<StoredCustomer | undefined> {
  const { data: links } = await data.auditEntries.query
    .bySubject({ subjectId })
    .where(({ action }, { eq }) => eq(action, 'CUSTOMER_LINKED'))
    .go({ pages: 'all' })
  const link = links.at(-1)
  if (!link) return undefined
  const { mergedInto } = (link.details ?? {}) as { readonly mergedInto?: string }
  // Until 30 November 2026 the entry named only the owner of the account.
  const into = mergedInto ?? (await data.users.get({ userId: link.userId }).go()).data?.customerId
  return into === undefined || into === subjectId ? undefined : findPresentCustomer(into, data)
}

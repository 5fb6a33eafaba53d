import type { AuditPerson } from '#contract/audit-person'
import { findCustomerLinkEntry } from '#data/audit-queries'
import { findCustomersById } from '#data/customer-queries'
import type { Database } from '#data/database'

export type AuditPeople = ReadonlyMap<string, AuditPerson>

export async function loadAuditPeople(given: readonly string[], data: Database): Promise<AuditPeople> {
  const ids = [...new Set(given)]
  const customerIds = ids.filter((id) => id.startsWith('cus_'))
  const [users, customers] = await Promise.all([
    findUsersById(
      ids.filter((id) => id.startsWith('usr_')),
      data,
    ),
    findCustomersById(data, customerIds),
  ])
  const present = new Set(customers.map(({ customerId }) => customerId))
  const former = await loadFormerCustomers(
    customerIds.filter((id) => !present.has(id)),
    data,
  )
  const records = new Map(customers.map(({ userId, customerId }) => [userId, customerId]))
  return new Map<string, AuditPerson>([
    ...users.map(({ userId, firstName, lastName, email, customerId }): [string, AuditPerson] => [
      userId,
      {
        id: userId,
        name: `${firstName} ${lastName}`.trim() || email,
        customerId: records.get(userId) ?? customerId ?? null,
      },
    ]),
    ...customers.map(({ customerId, name }): [string, AuditPerson] => [
      customerId,
      { id: customerId, name, customerId },
    ]),
    ...former,
  ])
}

async function findUsersById(ids: readonly string[], { users }: Database) {
  if (ids.length === 0) return []
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return found
}

/** Records that were joined into another, under the name of that one. */
async function loadFormerCustomers(
  formerIds: readonly string[],
  data: Database,
): Promise<readonly (readonly [string, AuditPerson])[]> {
  const joined = await Promise.all(
    formerIds.map(async (id) => ({ id, customerId: await findPresentCustomerId(id, data) })),
  )
  const owners = await findCustomersById(data, [...new Set(joined.flatMap(({ customerId }) => customerId ?? []))])
  return joined.flatMap(({ id, customerId }) =>
    owners
      .filter((owner) => owner.customerId === customerId)
      .map(({ name }): [string, AuditPerson] => [id, { id, name, customerId: customerId ?? null }]),
  )
}

async function findPresentCustomerId(formerId: string, data: Database): Promise<string | undefined> {
  const entry = await findCustomerLinkEntry(formerId, data)
  if (!entry) return undefined
  const { mergedInto } = (entry.details ?? {}) as { readonly mergedInto?: unknown }
  if (typeof mergedInto === 'string') return mergedInto
  // Until 30 November 2026 the entry named only the owner of the account.
  const [owner] = await findUsersById([entry.userId], data)
  return owner?.customerId
}

const isPerson = (id: string): boolean => /^(usr|cus)_/.test(id)

export const findAuditPerson = (id: string, people: AuditPeople): AuditPerson | null =>
  isPerson(id) ? (people.get(id) ?? { id, name: null, customerId: null }) : null

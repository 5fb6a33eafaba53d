import type { AuditPerson } from '#contract/audit-person'
import type { Database } from '#data/database'
import { findPresentCustomers } from '#data/present-customers'

export type AuditPeople = ReadonlyMap<string, AuditPerson>

export async function loadAuditPeople(given: readonly string[], data: Database): Promise<AuditPeople> {
  const ids = [...new Set(given)]
  const customerIds = ids.filter((id) => id.startsWith('cus_'))
  const userIds = ids.filter((id) => id.startsWith('usr_'))
  const [{ data: users }, customers] = await Promise.all([
    userIds.length > 0 ? data.users.get(userIds.map((userId) => ({ userId }))).go() : { data: [] },
    findPresentCustomers(customerIds, data),
  ])
  const records = new Map([...customers.values()].map(({ userId, customerId }) => [userId, customerId]))
  return new Map<string, AuditPerson>([
    ...users.map(({ userId, firstName, lastName, email, customerId }): [string, AuditPerson] => [
      userId,
      {
        id: userId,
        name: `${firstName} ${lastName}`.trim() || email,
        customerId: records.get(userId) ?? customerId ?? null,
      },
    ]),
    // One that was merged into another has the name of that one.
    ...[...customers].map(([id, { customerId, name }]): [string, AuditPerson] => [id, { id, name, customerId }]),
  ])
}

const isPerson = (id: string): boolean => /^(usr|cus)_/.test(id)

export const findAuditPerson = (id: string, people: AuditPeople): AuditPerson | null =>
  isPerson(id) ? (people.get(id) ?? { id, name: null, customerId: null }) : null

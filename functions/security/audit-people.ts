import type { AuditPerson } from '#contract/audit-person'
import { findCustomersById } from '#data/customer-queries'
import type { Database } from '#data/database'

export type AuditPeople = ReadonlyMap<string, AuditPerson>

export async function loadAuditPeople(given: readonly string[], data: Database): Promise<AuditPeople> {
  const ids = [...new Set(given)]
  const userIds = ids.filter((id) => id.startsWith('usr_'))
  const [{ data: users }, customers] = await Promise.all([
    userIds.length > 0 ? data.users.get(userIds.map((userId) => ({ userId }))).go() : { data: [] },
    findCustomersById(
      data,
      ids.filter((id) => id.startsWith('cus_')),
    ),
  ])
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
  ])
}

const isPerson = (id: string): boolean => /^(usr|cus)_/.test(id)

export const findAuditPerson = (id: string, people: AuditPeople): AuditPerson | null =>
  isPerson(id) ? (people.get(id) ?? { id, name: null, customerId: null }) : null

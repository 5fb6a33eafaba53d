import type { AuditPerson } from '#contract/audit-person'
import { customersById } from '#data/customer-queries'
import type { Data } from '#data/data'

export type People = ReadonlyMap<string, AuditPerson>

/** Current names; erased people have none. */
export async function peopleOf(given: readonly string[], data: Data): Promise<People> {
  const ids = [...new Set(given)]
  const userIds = ids.filter((id) => id.startsWith('usr_'))
  const [{ data: users }, customers] = await Promise.all([
    userIds.length > 0 ? data.users.get(userIds.map((userId) => ({ userId }))).go() : { data: [] },
    customersById(
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

export const personOf = (id: string, people: People): AuditPerson | null =>
  isPerson(id) ? (people.get(id) ?? { id, name: null, customerId: null }) : null

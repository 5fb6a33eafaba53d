import type { EntityItem } from 'electrodb'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import { isHiddenImportedCustomer, readPracticeCounter } from './practice-counter.ts'
import type { TransactionEntities, TransactionWrites } from './transact.ts'

interface Holding {
  readonly email: string
  readonly customerId: string
}

/** Oldest first. The index is eventually consistent; the item of the address is not, and names the latest holder. */
export async function findCustomersByEmail(
  email: string,
  data: Database,
): Promise<readonly EntityItem<TableEntities['customers']>[]> {
  const [{ data: found }, { data: holding }] = await Promise.all([
    data.customers.query.byEmail({ email }).go({ pages: 'all' }),
    data.clientAddresses.get({ email }).go(),
  ])
  if (!holding || found.some(({ customerId }) => customerId === holding.customerId)) return found
  const { data: latest } = await data.customers.get({ customerId: holding.customerId }).go()
  return latest?.email === email ? [...found, latest] : found
}

/** By email. `isCurrent` is false when the holder has another address now, or is staff. */
export async function findEmailHolders(data: Database, emails: readonly string[]) {
  const { data: holdings } = await data.clientAddresses.get(emails.map((email) => ({ email }))).go()
  const { data: customers } = holdings.length
    ? await data.customers.get(holdings.map(({ customerId }) => ({ customerId }))).go()
    : { data: [] }
  const emailOf = new Map(
    customers.flatMap(({ customerId, email, internal }) => (internal ? [] : [[customerId, email]])),
  )
  return new Map(
    holdings.map(({ email, customerId }) => [email, { customerId, isCurrent: emailOf.get(customerId) === email }]),
  )
}

export async function findEmailHolder(email: string, data: Database): Promise<string | undefined> {
  const { data: holding } = await data.clientAddresses.get({ email }).go()
  return holding?.customerId
}

/**
 * Assigns an address from any holder, unless the holder has changed since `seen` was read: of two concurrent callers
 * the second fails and retries.
 */
export const assignEmailIfHolderUnchanged = (
  entities: TransactionEntities,
  { email, customerId }: Holding,
  seen: string | undefined,
) =>
  entities.clientAddresses
    .put({ email, customerId })
    .where((present, { eq, notExists }) =>
      seen === undefined ? notExists(present.customerId) : eq(present.customerId, seen),
    )
    .commit()

export const assignCustomerEmail = (entities: TransactionEntities, { email, customerId }: Holding) =>
  entities.clientAddresses.put({ email, customerId }).commit()

/** Fails when another client holds the address; an outdated holder does not count. */
export const claimCustomerEmail = (
  entities: TransactionEntities,
  { email, customerId }: Holding,
  outOfDate = customerId,
) =>
  entities.clientAddresses
    .put({ email, customerId })
    .where(
      (present, { eq, notExists }) =>
        `${notExists(present.customerId)} OR ${eq(present.customerId, customerId)} OR ${eq(present.customerId, outOfDate)}`,
    )
    .commit()

/**
 * The address goes on to another client who has it, since an import looks at its item alone. By the index that client
 * may have another address by now: an outdated holder keeps nobody from claiming it.
 */
export async function prepareCustomerEmailRelease(
  { email, customerId }: Holding,
  data: Database,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const { data: holding } = await data.clientAddresses.get({ email }).go()
  if (holding?.customerId !== customerId) return () => undefined
  const heir = await findOtherHolder({ email, customerId }, data)
  if (heir) return (entities) => assignEmailIfHolderUnchanged(entities, { email, customerId: heir }, customerId)
  return (entities) =>
    entities.clientAddresses
      .delete({ email })
      .where((present, { eq }) => eq(present.customerId, customerId))
      .commit()
}

async function findOtherHolder({ email, customerId }: Holding, data: Database): Promise<string | undefined> {
  const { data: found } = await data.customers.query.byEmail({ email }).go({ pages: 'all' })
  const others = found.filter((each) => each.customerId !== customerId && !each.internal)
  if (others.length === 0) return undefined
  const { hiddenImports } = await readPracticeCounter(data)
  return others.find((each) => !isHiddenImportedCustomer(each.customerId, hiddenImports))?.customerId
}

import type { EntityItem } from 'electrodb'
import type { Data } from './data.ts'
import type { Entities } from './entities.ts'
import type { TransactionEntities, Writes } from './transact.ts'

interface Holding {
  readonly email: string
  readonly customerId: string
}

/**
 * The clients with this address, the oldest first. The index may be a moment behind; the item of the address is not, and
 * names the client who was given it last.
 */
export async function customersWithAddress(
  email: string,
  data: Data,
): Promise<readonly EntityItem<Entities['customers']>[]> {
  const [{ data: found }, { data: holding }] = await Promise.all([
    data.customers.query.byEmail({ email }).go({ pages: 'all' }),
    data.clientAddresses.get({ email }).go({ consistent: true }),
  ])
  if (!holding || found.some(({ customerId }) => customerId === holding.customerId)) return found
  const { data: latest } = await data.customers.get({ customerId: holding.customerId }).go({ consistent: true })
  return latest?.email === email ? [...found, latest] : found
}

/** Who holds each of these addresses, and whether they are a client with that address still: else nobody holds it. */
export async function addressHoldersOf(data: Data, emails: readonly string[]) {
  const { data: holdings } = await data.clientAddresses.get(emails.map((email) => ({ email }))).go({ consistent: true })
  const { data: customers } = holdings.length
    ? await data.customers.get(holdings.map(({ customerId }) => ({ customerId }))).go({ consistent: true })
    : { data: [] }
  const emailOf = new Map(
    customers.flatMap(({ customerId, email, internal }) => (internal ? [] : [[customerId, email]])),
  )
  return new Map(
    holdings.map(({ email, customerId }) => [email, { customerId, isCurrent: emailOf.get(customerId) === email }]),
  )
}

/** Who was given an address last, as nothing but a later write changes it. */
export async function addressHolderOf(email: string, data: Data): Promise<string | undefined> {
  const { data: holding } = await data.clientAddresses.get({ email }).go({ consistent: true })
  return holding?.customerId
}

/**
 * Gives a client an address, whoever has it, unless somebody else was given it since `seen` was read: of two who find nobody
 * with an address at one moment, the second fails and looks again.
 */
export const assignAddressIfUnchanged = (
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

/** Gives a client an address, whoever else may have it. */
export const assignAddress = (entities: TransactionEntities, { email, customerId }: Holding) =>
  entities.clientAddresses.put({ email, customerId }).commit()

/** The same, unless another client holds the address; who holds it out of date does not count. */
export const claimAddress = (entities: TransactionEntities, { email, customerId }: Holding, outOfDate = customerId) =>
  entities.clientAddresses
    .put({ email, customerId })
    .where(
      (present, { eq, notExists }) =>
        `${notExists(present.customerId)} OR ${eq(present.customerId, customerId)} OR ${eq(present.customerId, outOfDate)}`,
    )
    .commit()

/** Frees the address of a client who goes or gets another one, unless another client holds it. */
export async function releaseAddressOf(
  { email, customerId }: Holding,
  data: Data,
): Promise<(entities: TransactionEntities) => Writes> {
  const { data: holding } = await data.clientAddresses.get({ email }).go({ consistent: true })
  if (holding?.customerId !== customerId) return () => undefined
  return (entities) =>
    entities.clientAddresses
      .delete({ email })
      .where((present, { eq }) => eq(present.customerId, customerId))
      .commit()
}

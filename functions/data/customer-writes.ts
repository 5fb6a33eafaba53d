import type { EntityItem } from 'electrodb'
import { assignAddress } from './address-holders.ts'
import type { Entities } from './entities.ts'
import { deleteSearchLine, putSearchLine } from './customer-search.ts'
import type { TransactionEntities, Writes } from './transact.ts'

export type StoredCustomer = EntityItem<Entities['customers']>

/**
 * A client who was not there and is to be found from now on. Beside them the transaction gives or claims their address
 * (address-holders.ts) and counts them (`countsIn`), each under a name of its own.
 */
export const newCustomer = (
  entities: TransactionEntities,
  customer: Omit<StoredCustomer, 'version'> & { readonly version?: number },
): Writes => [entities.customers.create(customer).commit(), putSearchLine(entities, customer)]

/**
 * Takes the file of somebody who works here from now on out of every list; whoever counts, counts one client less.
 * `release` frees its address.
 */
export const markInternal = (
  entities: TransactionEntities,
  { customerId }: StoredCustomer,
  release: (entities: TransactionEntities) => Writes,
): Writes => [
  entities.customers.patch({ customerId }).set({ internal: true }).commit(),
  deleteSearchLine(entities, customerId),
  release(entities),
]

/** Puts the file of somebody who works here no longer into the lists again. */
export const unmarkInternal = (entities: TransactionEntities, customer: StoredCustomer): Writes => [
  entities.customers.patch({ customerId: customer.customerId }).remove(['internal']).commit(),
  putSearchLine(entities, customer),
  assignAddress(entities, customer),
]

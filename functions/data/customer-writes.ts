import type { EntityItem } from 'electrodb'
import { assignAddress } from './address-holders.ts'
import type { Entities } from './entities.ts'
import { deleteSearchLine, putSearchLine } from './customer-search.ts'
import type { TransactionEntities, Writes } from './transact.ts'

export type StoredCustomer = EntityItem<Entities['customers']>

/**
 * The caller's transaction also assigns or claims the address (email-holders.ts) and counts the client (`countsIn`),
 * each as a named write.
 */
export const newCustomer = (
  entities: TransactionEntities,
  customer: Omit<StoredCustomer, 'version'> & { readonly version?: number },
): Writes => [entities.customers.create(customer).commit(), putSearchLine(entities, customer)]

/**
 * Removes a client who became staff from every list; the caller counts one client less. `release` frees the address.
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

export const unmarkInternal = (entities: TransactionEntities, customer: StoredCustomer): Writes => [
  entities.customers.patch({ customerId: customer.customerId }).remove(['internal']).commit(),
  putSearchLine(entities, customer),
  assignAddress(entities, customer),
]

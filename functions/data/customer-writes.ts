import type { EntityItem } from 'electrodb'
import { assignCustomerEmail } from './email-holders.ts'
import type { TableEntities } from './entities.ts'
import { deleteCustomerSearchLine, putCustomerSearchLine } from './customer-search-index.ts'
import type { TransactionEntities, TransactionWrites } from './transact.ts'

export type StoredCustomer = EntityItem<TableEntities['customers']>

/**
 * The caller's transaction also assigns or claims the address (email-holders.ts) and counts the client (`countsIn`),
 * each as a named write.
 */
export const createCustomerWrites = (
  entities: TransactionEntities,
  customer: Omit<StoredCustomer, 'version'> & { readonly version?: number },
): TransactionWrites => [entities.customers.create(customer).commit(), putCustomerSearchLine(entities, customer)]

/** Removes a client who became staff from every list; the caller decrements the count. `release` frees the address. */
export const markCustomerAsStaff = (
  entities: TransactionEntities,
  { customerId }: StoredCustomer,
  release: (entities: TransactionEntities) => TransactionWrites,
): TransactionWrites => [
  entities.customers.patch({ customerId }).set({ internal: true }).commit(),
  deleteCustomerSearchLine(entities, customerId),
  release(entities),
]

export const unmarkCustomerAsStaff = (entities: TransactionEntities, customer: StoredCustomer): TransactionWrites => [
  entities.customers.patch({ customerId: customer.customerId }).remove(['internal']).commit(),
  putCustomerSearchLine(entities, customer),
  assignCustomerEmail(entities, customer),
]

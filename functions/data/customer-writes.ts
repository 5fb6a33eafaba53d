import type { EntityItem } from 'electrodb'
import type { Entities } from './entities.ts'
import { noSearchLine, searchLine } from './customer-search.ts'
import type { Writing } from './together.ts'

export type StoredCustomer = EntityItem<Entities['customers']>

/**
 * A client who is to be found from now on. That they were not there is the first condition of the writes. They are to be
 * counted besides (`tallied`): a transaction has one change of the tally.
 */
export const entered = (
  writing: Writing,
  customer: Omit<StoredCustomer, 'version'> & { readonly version?: number },
): readonly object[] => [writing.customers.create(customer).commit(), searchLine(writing, customer)]

/** Takes the file of somebody who works here from now on out of every list; whoever counts, counts one client less. */
export const internalFrom = (writing: Writing, { customerId }: StoredCustomer): readonly object[] => [
  writing.customers.patch({ customerId }).set({ internal: true }).commit(),
  noSearchLine(writing, customerId),
]

/** The other way round. */
export const clientFrom = (writing: Writing, customer: StoredCustomer): readonly object[] => [
  writing.customers.patch({ customerId: customer.customerId }).remove(['internal']).commit(),
  searchLine(writing, customer),
]

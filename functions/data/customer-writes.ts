import type { EntityItem } from 'electrodb'
import { givenAddress } from './address-holders.ts'
import type { Entities } from './entities.ts'
import { noSearchLine, searchLine } from './customer-search.ts'
import type { Outcome, Writing } from './together.ts'

export type StoredCustomer = EntityItem<Entities['customers']>

/**
 * A client who is to be found from now on, and who has their address: the latest holds one that several share, unless the
 * writes claim it (`claimedAddress`). That they were not there is the first condition of the writes. They are to be counted
 * besides (`tallied`): a transaction has one change of the tally.
 */
export const entered = (
  writing: Writing,
  customer: Omit<StoredCustomer, 'version'> & { readonly version?: number },
  address: object = givenAddress(writing, customer),
): readonly object[] => [writing.customers.create(customer).commit(), searchLine(writing, customer), address]

/** How many writes `entered` makes; the last one is that of the address. */
export const ENTERED_WRITES = 3

/** Whether writes failed because the address of a new client, whose writes begin at `first`, went to somebody else meanwhile. */
export const addressMoved = (outcome: Outcome, first = 0): boolean =>
  !outcome.written && !outcome.failed.includes(first) && outcome.failed.includes(first + ENTERED_WRITES - 1)

/**
 * Takes the file of somebody who works here from now on out of every list; whoever counts, counts one client less.
 * `release` frees its address.
 */
export const internalFrom = (
  writing: Writing,
  { customerId }: StoredCustomer,
  release: (writing: Writing) => readonly object[],
): readonly object[] => [
  writing.customers.patch({ customerId }).set({ internal: true }).commit(),
  noSearchLine(writing, customerId),
  ...release(writing),
]

/** The other way round. */
export const clientFrom = (writing: Writing, customer: StoredCustomer): readonly object[] => [
  writing.customers.patch({ customerId: customer.customerId }).remove(['internal']).commit(),
  searchLine(writing, customer),
  givenAddress(writing, customer),
]

import type { EntityServiceName } from './key-prefixes.ts'

type OwnerAttribute = 'customerId' | 'userId' | 'addressId' | 'orderId' | 'subject'

/**
 * Services in which one attribute alone is the partition key, in the table (`base`) and in byOwner, so that one query
 * finds all items of an owner. A service stays listed as long as a table may contain such items, even without a present
 * entity.
 */
export const servicesByOwner = {
  base: {
    customerId: [
      'health',
      'note',
      'message',
      'consent',
      'money',
      'budget',
      'agreement',
      'agenda',
      'client',
      'list',
      'opening',
    ],
    userId: ['identity', 'factor', 'session', 'notice'],
    addressId: ['identity'],
    orderId: ['money', 'agenda'],
    subject: ['trace'],
  },
  byOwner: {
    customerId: ['health', 'note', 'message', 'money', 'agenda', 'client', 'mail', 'notice'],
    userId: ['identity'],
    addressId: [],
    orderId: [],
    subject: ['trace', 'limit'],
  },
} as const satisfies Readonly<
  Record<'base' | 'byOwner', Readonly<Record<OwnerAttribute, readonly EntityServiceName[]>>>
>

/** The owner attribute at the beginning of the item's key, or of its key in `byOwner`. */
export type ItemOwner = readonly [attribute: OwnerAttribute, value: string]

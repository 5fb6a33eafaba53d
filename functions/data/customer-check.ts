import type { TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

/** For writes beside a client whom a concurrent erasure may remove: the written items would remain unnoticed. */
export const checkCustomerExists = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .check({ customerId })
    .where(({ name }, { exists }) => exists(name))
    .commit()

/** Counter for detecting concurrent creations in a deletion, a request for erasure or a check of a limit. */
export const countCustomerRequest = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()

/** Condition: the counter is unchanged since the client was read. */
export const countCustomerRequestIfFirst = (
  entities: TransactionEntities,
  { customerId, requests }: { readonly customerId: string; readonly requests?: number | undefined },
) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where((stored, operations) => createUnchangedCondition(stored.requests, requests, operations))
    .commit()

/** For writes that are useless to a leaving client: no erasure was requested by them or by the practice. */
export const checkNoErasureScheduled = (entities: TransactionEntities, customerId: string) =>
  entities.erasures
    .check({ customerId })
    .where(({ status }, { notExists }) => notExists(status))
    .commit()

/** For refunds to a leaving client: the erasure is still scheduled, and nothing has been erased. */
export const checkErasureWaits = (entities: TransactionEntities, customerId: string) =>
  entities.erasures
    .check({ customerId })
    .where(({ status }, { eq }) => eq(status, 'waiting'))
    .commit()

import type { TransactionEntities } from './transact.ts'
import { createUnchangedCondition } from './unchanged-condition.ts'

/** Beside what is written about a client whom an erasure may take away meanwhile: it would stay, and nobody would find it. */
export const checkCustomerExists = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .check({ customerId })
    .where(({ name }, { exists }) => exists(name))
    .commit()

/** Counted, so that a concurrent deletion, or request for erasure, cannot miss what is created beside it. */
export const countCustomerRequest = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()

/** Condition: nothing that counts has been written since the client was read. */
export const countCustomerRequestIfFirst = (
  entities: TransactionEntities,
  { customerId, requests }: { readonly customerId: string; readonly requests?: number | undefined },
) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where((stored, operations) => createUnchangedCondition(stored.requests, requests, operations))
    .commit()

/** Beside what a client who leaves could not use: neither they nor the practice have asked for their erasure. */
export const checkNoErasureScheduled = (entities: TransactionEntities, customerId: string) =>
  entities.erasures
    .check({ customerId })
    .where(({ status }, { notExists }) => notExists(status))
    .commit()

/** Beside what is given back to a client who leaves: they have not come back, and nothing has been erased yet. */
export const checkErasureWaits = (entities: TransactionEntities, customerId: string) =>
  entities.erasures
    .check({ customerId })
    .where(({ status }, { eq }) => eq(status, 'waiting'))
    .commit()

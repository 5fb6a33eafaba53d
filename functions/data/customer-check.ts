import type { TransactionEntities } from './transact.ts'

/** Beside what is written about a client whom an erasure may take away meanwhile: it would stay, and nobody would find it. */
export const checkCustomerExists = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .check({ customerId })
    .where(({ name }, { exists }) => exists(name))
    .commit()

/** Counted, so that a concurrent deletion by the practice cannot miss what is created beside it. */
export const countCustomerRequest = (entities: TransactionEntities, customerId: string) =>
  entities.customers
    .patch({ customerId })
    .add({ requests: 1 })
    .where(({ name }, { exists }) => exists(name))
    .commit()

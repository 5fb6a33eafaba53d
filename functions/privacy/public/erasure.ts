import { DELETION_UNDO_DAYS } from '#contract/privacy'
import type { TransactionEntities } from '#data/transact'

interface ErasureSubject {
  readonly customerId: string
  readonly formerCustomerIds?: readonly string[] | undefined
  readonly userId?: string | undefined
  readonly formerUserIds?: readonly string[] | undefined
  readonly email: string
  readonly dueAt: string
}

export const computeErasureUndoDeadline = (requestedAt: string): string =>
  new Date(Date.parse(requestedAt) + DELETION_UNDO_DAYS * 86_400_000).toISOString()

/** Fails when an erasure is scheduled already. */
export const createScheduleErasureWrite = (
  entities: TransactionEntities,
  { customerId, formerCustomerIds, userId, formerUserIds, email, dueAt }: ErasureSubject,
  { now, newId }: { now: () => Date; newId: (prefix: string) => string },
) =>
  entities.erasures
    .create({
      customerId,
      pseudonym: newId('ers').replace('ers_', 'erased-'),
      ...(formerCustomerIds && { formerCustomerIds: [...formerCustomerIds] }),
      ...(userId && { userId }),
      ...(formerUserIds && { formerUserIds: [...formerUserIds] }),
      email,
      status: 'waiting',
      requestedAt: now().toISOString(),
      dueAt,
    })
    .commit()

import { UNDO_DAYS } from '#contract/privacy'
import type { TransactionEntities } from '#data/transact'

interface ErasureSubject {
  readonly customerId: string
  /** The clients that were brought over into this one. @default none */
  readonly formerCustomerIds?: readonly string[] | undefined
  /** None when the client has no account. */
  readonly userId?: string | undefined
  /** Their accounts before this one. @default none */
  readonly formerUserIds?: readonly string[] | undefined
  readonly email: string
  /** When nobody can take it back any more. */
  readonly dueAt: string
}

/** The instant until which a request to be erased can be undone. */
export const undoUntil = (requestedAt: string): string =>
  new Date(Date.parse(requestedAt) + UNDO_DAYS * 86_400_000).toISOString()

/** Has somebody erased when it is due, in the transaction that closes their file. Fails when that is on its way already. */
export const scheduleErasure = (
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

import type { AuditAction } from '#contract/audit'
import { utcMonthOf } from '#contract/days'
import type { TransactionEntities } from '#data/transact'
import type { Caller } from './http.ts'

export interface AuditEntry {
  readonly action: AuditAction
  /** Who did it: a user's id, or the part of the system that did (`stripe`, `cognito`, `visitor`). */
  readonly by: string
  /** Whom or what it was done to. */
  readonly subjectId: string
  /**
   * Codes and ids only; never free text or names of people. Of health only what a prescription is, in the `old_data` and
   * `new_data` of SUPPLEMENT_ entries, where it is erased with the rest of somebody's health.
   */
  readonly details?: Readonly<Record<string, unknown>>
  readonly caller?: Caller
}

/** The line of the audit log to be written in the same transaction as the change it tells of. */
export function appendAudit(
  entities: TransactionEntities,
  { action, by, subjectId, details, caller }: AuditEntry,
  { now, newId }: { now: () => Date; newId: (prefix: string) => string },
) {
  const createdAt = now().toISOString()
  return entities.auditEntries
    .create({
      auditId: newId('aud'),
      month: utcMonthOf(createdAt),
      createdAt,
      action,
      userId: by,
      subjectId,
      ...(details && { details }),
      ...(caller && { address: caller.address, userAgent: caller.userAgent }),
    })
    .commit()
}

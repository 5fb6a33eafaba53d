import type { AuditAction } from '#contract/audit'
import { utcMonthOf } from '#contract/days'
import type { TransactionEntities } from '#data/transact'
import type { Caller } from './http.ts'

export interface AuditEntry {
  readonly action: AuditAction
  readonly by: string
  readonly subjectId: string
  /**
   * Codes and ids only; never free text or names of people. The only health data is the prescription in `old_data` and
   * `new_data` of SUPPLEMENT_ entries, where it is erased with the person's other health data.
   */
  readonly details?: Readonly<Record<string, unknown>>
  readonly caller?: Caller
}

/** Has to be in the transaction of the change. */
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

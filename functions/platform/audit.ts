import type { AuditAction } from '#contract/audit'
import { toUtcMonth } from '#contract/calendar-days'
import type { TransactionEntities } from '#data/transact'
import type { CallerDetails } from './http.ts'

export interface NewAuditEntry {
  readonly action: AuditAction
  readonly by: string
  readonly subjectId: string
  /**
   * Codes and ids, never names of people. Free text comes only from the practice: reasons (`explanation` and
   * `overriddenBecause`), which an erasure removes. The only health data is the prescription in `old_data` and `new_data`
   * of SUPPLEMENT_ entries, where it is erased with the person's other health data.
   */
  readonly details?: Readonly<Record<string, unknown>>
  readonly caller?: CallerDetails
}

export function appendAuditEntry(
  entities: TransactionEntities,
  { action, by, subjectId, details, caller }: NewAuditEntry,
  { now, newId }: { now: () => Date; newId: (prefix: string) => string },
) {
  const createdAt = now().toISOString()
  return entities.auditEntries
    .create({
      auditId: newId('aud'),
      month: toUtcMonth(createdAt),
      createdAt,
      action,
      userId: by,
      subjectId,
      ...(details && { details }),
      ...(caller && { address: caller.address, userAgent: caller.userAgent }),
    })
    .commit()
}

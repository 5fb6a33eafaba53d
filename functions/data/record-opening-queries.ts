import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import { toUtcMonth } from '#contract/calendar-days'
import { ALL_CLIENTS_AUDIT_SUBJECT } from '#contract/record-parts'
import { computeAuditShard } from './audit-entry.ts'
import type { StoredAuditEntry } from './audit-months.ts'
import { findAuditEntriesAbout } from './audit-queries.ts'
import type { Database } from './database.ts'
import type { TableEntities } from './entities.ts'
import type { PageRequest } from './pagination.ts'

type Customer = Pick<EntityItem<TableEntities['customers']>, 'customerId' | 'createdAt'>

export const findRecordOpenings = ({ customerId, createdAt }: Customer, page: PageRequest, data: Database) =>
  findAuditEntriesAbout(
    data,
    [
      { subjectId: customerId, only: 'CLIENT_DATA_OPENED' },
      { subjectId: ALL_CLIENTS_AUDIT_SUBJECT, only: 'CUSTOMERS_EXPORTED' },
    ],
    { from: createdAt },
    page,
  )

export const findClientListOpenings = ({ createdAt }: Customer, page: PageRequest, data: Database) =>
  findAuditEntriesAbout(
    data,
    [{ subjectId: ALL_CLIENTS_AUDIT_SUBJECT, only: 'CLIENT_LIST_OPENED' }],
    { from: createdAt },
    page,
  )

const ofEveryClient: readonly AuditAction[] = ['CUSTOMERS_EXPORTED', 'CLIENT_LIST_OPENED']

export async function findRecordOpening(
  { customerId, createdAt }: Customer,
  { at, auditId }: { readonly at: string; readonly auditId: string },
  data: Database,
): Promise<StoredAuditEntry | undefined> {
  const key = { createdAt: at, auditId }
  const { data: found } = await data.auditEntries.query
    .byMonth({ month: toUtcMonth(at), shard: computeAuditShard(auditId) })
    .between(key, key)
    .go()
  return found.find(
    ({ action, subjectId }) =>
      (action === 'CLIENT_DATA_OPENED' && subjectId === customerId) ||
      (ofEveryClient.includes(action) && subjectId === ALL_CLIENTS_AUDIT_SUBJECT && at >= createdAt),
  )
}

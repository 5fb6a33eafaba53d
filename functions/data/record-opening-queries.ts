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

type Customer = Pick<EntityItem<TableEntities['customers']>, 'customerId' | 'createdAt' | 'formerCustomerIds'>

export async function findRecordOpenings(customer: Customer, page: PageRequest, data: Database) {
  const subjects = [
    ...recordIds(customer).map((subjectId) => ({ subjectId, only: 'CLIENT_DATA_OPENED' as const })),
    { subjectId: ALL_CLIENTS_AUDIT_SUBJECT, only: 'CUSTOMERS_EXPORTED' as const },
  ]
  return findAuditEntriesAbout(data, subjects, { from: await findRecordBeginning(customer, data) }, page)
}

export const findClientListOpenings = async (customer: Customer, page: PageRequest, data: Database) =>
  findAuditEntriesAbout(
    data,
    [{ subjectId: ALL_CLIENTS_AUDIT_SUBJECT, only: 'CLIENT_LIST_OPENED' }],
    { from: await findRecordBeginning(customer, data) },
    page,
  )

/** Openings of merged records stay under the former ids: audit entries are never moved. */
const recordIds = ({ customerId, formerCustomerIds = [] }: Customer): string[] => [customerId, ...formerCustomerIds]

async function findRecordBeginning({ createdAt, formerCustomerIds = [] }: Customer, data: Database) {
  const former = await Promise.all(formerCustomerIds.map((customerId) => findMergedRecordBeginning(customerId, data)))
  return [createdAt, ...former.flatMap((beginning) => beginning ?? [])].toSorted()[0] ?? createdAt
}

/**
 * A merged record is gone: the entry of its merge tells when it was made, or, until 30 November 2026, its first entry. An
 * imported record has no entry of its own before its merge.
 */
async function findMergedRecordBeginning(subjectId: string, { auditEntries }: Database): Promise<string | undefined> {
  const { data: entries } = await auditEntries.query.bySubject({ subjectId }).go({ pages: 'all' })
  const link = entries.findLast(({ action }) => action === 'CUSTOMER_LINKED')
  const { recordSince } = (link?.details ?? {}) as { readonly recordSince?: string }
  return recordSince ?? entries[0]?.createdAt
}

const ofEveryClient: readonly AuditAction[] = ['CUSTOMERS_EXPORTED', 'CLIENT_LIST_OPENED']

export async function findRecordOpening(
  customer: Customer,
  { at, auditId }: { readonly at: string; readonly auditId: string },
  data: Database,
): Promise<StoredAuditEntry | undefined> {
  const key = { createdAt: at, auditId }
  const { data: found } = await data.auditEntries.query
    .byMonth({ month: toUtcMonth(at), shard: computeAuditShard(auditId) })
    .between(key, key)
    .go()
  const opening = found.find(
    ({ action, subjectId }) =>
      (action === 'CLIENT_DATA_OPENED' && recordIds(customer).includes(subjectId)) ||
      (ofEveryClient.includes(action) && subjectId === ALL_CLIENTS_AUDIT_SUBJECT),
  )
  const isOfOneClient = opening?.action === 'CLIENT_DATA_OPENED'
  return isOfOneClient || at >= (await findRecordBeginning(customer, data)) ? opening : undefined
}

import type { EntityItem } from 'electrodb'
import type { AuditAction } from '#contract/audit'
import { utcMonthOf } from '#contract/days'
import { ALL_CLIENTS } from '#contract/record-parts'
import { auditShardOf } from './audit-entry.ts'
import type { AuditLine } from './audit-months.ts'
import { auditLinesAbout } from './audit-queries.ts'
import type { Data } from './data.ts'
import type { Entities } from './entities.ts'
import type { Page } from './page.ts'

type Customer = Pick<EntityItem<Entities['customers']>, 'customerId' | 'createdAt'>

/** Newest first; includes exports of all clients since this client exists. */
export const openingsOf = ({ customerId, createdAt }: Customer, page: Page, data: Data) =>
  auditLinesAbout(
    data,
    [
      { subjectId: customerId, only: 'CLIENT_DATA_OPENED' },
      { subjectId: ALL_CLIENTS, only: 'CUSTOMERS_EXPORTED' },
    ],
    { from: createdAt },
    page,
  )

export const listOpeningsSince = ({ createdAt }: Customer, page: Page, data: Data) =>
  auditLinesAbout(data, [{ subjectId: ALL_CLIENTS, only: 'CLIENT_LIST_OPENED' }], { from: createdAt }, page)

const ofEveryClient: readonly AuditAction[] = ['CUSTOMERS_EXPORTED', 'CLIENT_LIST_OPENED']

export async function openingOf(
  { customerId, createdAt }: Customer,
  { at, auditId }: { readonly at: string; readonly auditId: string },
  data: Data,
): Promise<AuditLine | undefined> {
  const key = { createdAt: at, auditId }
  const { data: found } = await data.auditEntries.query
    .byMonth({ month: utcMonthOf(at), shard: auditShardOf(auditId) })
    .between(key, key)
    .go({ consistent: true })
  return found.find(
    ({ action, subjectId }) =>
      (action === 'CLIENT_DATA_OPENED' && subjectId === customerId) ||
      (ofEveryClient.includes(action) && subjectId === ALL_CLIENTS && at >= createdAt),
  )
}

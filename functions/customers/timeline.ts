import { recordOpeningAuditActions } from '#contract/audit'
import type { customers } from '#contract/customers'
import type { StoredAuditEntry } from '#data/audit-months'
import { findAuditEntriesAbout, findCustomerAuditSubjects } from '#data/audit-queries'
import type { Database } from '#data/database'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'

/**
 * Audit entries about the client, the account and the import, newest first. The audit log is written in the transaction
 * of each change, so it shows only what happened. Views of the file are a separate list.
 */
export const readCustomerTimeline: EndpointAction<typeof customers.timeline> = async ({ params, query }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) return throwRefusal('not-found')
  const { importId } = customer
  const subjects = [
    ...(await findCustomerAuditSubjects(customer, data)),
    ...(importId ? [{ subjectId: importId, only: 'CUSTOMER_IMPORT_FINISHED' as const }] : []),
  ]
  const { items, next } = await findAuditEntriesAbout(data, subjects, { without: recordOpeningAuditActions }, query)
  const names = await namesOf(items, data)
  return {
    items: items.map(({ auditId, createdAt, action, userId }) => ({
      auditId,
      at: createdAt,
      action,
      by: names.get(userId) ?? null,
    })),
    next,
  }
}

async function namesOf(
  entries: readonly StoredAuditEntry[],
  { users }: Database,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ userId }) => userId))].filter((userId) => userId.startsWith('usr_'))
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}

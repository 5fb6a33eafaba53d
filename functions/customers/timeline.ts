import { openingActions } from '#contract/audit'
import type { customers } from '#contract/customers'
import type { AuditLine } from '#data/audit-months'
import { auditLinesAbout, auditSubjectsOf } from '#data/audit-queries'
import type { Data } from '#data/data'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

/**
 * Audit entries about the client, the account and the import, newest first. The audit log is written in the transaction
 * of each change, so it shows only what happened. Views of the file are a separate list.
 */
export const readTimeline: Action<typeof customers.timeline> = async ({ params, query }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) return refuse('not-found')
  const { importId } = customer
  const subjects = [
    ...(await auditSubjectsOf(customer, data)),
    ...(importId ? [{ subjectId: importId, only: 'CUSTOMER_IMPORT_FINISHED' as const }] : []),
  ]
  const { items, next } = await auditLinesAbout(data, subjects, { without: openingActions }, query)
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

async function namesOf(entries: readonly AuditLine[], { users }: Data): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ userId }) => userId))].filter((userId) => userId.startsWith('usr_'))
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}

import { openingActions } from '#contract/audit'
import type { customers } from '#contract/customers'
import type { AuditLine } from '#data/audit-months'
import { auditLinesAbout, auditSubjectsOf } from '#data/audit-queries'
import type { Data } from '#data/data'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

/**
 * Everything that was done in a client's file and with their account, newest first, and how an import brought them. All
 * are lines of the audit log, which is written in the transaction of each change: there is nothing here that did not
 * happen. Who has looked at the file is a list of its own.
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

/** The names of the people who did something; the parts of the system have none. */
async function namesOf(entries: readonly AuditLine[], { users }: Data): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ userId }) => userId))].filter((userId) => userId.startsWith('usr_'))
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}

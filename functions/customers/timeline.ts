import type { EntityItem } from 'electrodb'
import type { customers } from '#contract/customers'
import type { Cursor } from '#contract/values'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { FIRST, pageOf, type Page, positionOf, readFor } from '#data/page'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'

type Entry = EntityItem<Entities['auditEntries']>

/**
 * Everything that was done in a client's file and with their account, newest first, and how an import brought them. All
 * are lines of the audit log, which is written in the transaction of each change: there is nothing here that did not
 * happen.
 */
export const readTimeline: Action<typeof customers.timeline> = async ({ params, query }, { data }) => {
  const { data: customer } = await data.customers.get(params).go()
  if (!customer) return refuse('not-found')
  const found = await Promise.all([
    ...[customer.customerId, ...(customer.userId ? [customer.userId] : [])].map((id) => entriesOf(data, id, query)),
    customer.importId ? entriesOf(data, customer.importId, query, 'CUSTOMER_IMPORT_FINISHED') : [],
  ])
  const merged = found.flat().toSorted((a, b) => positionIn(b).localeCompare(positionIn(a)))
  const { items, next } = pageOf(merged, query, positionIn)
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

const positionIn = ({ createdAt, auditId }: Pick<Entry, 'createdAt' | 'auditId'>): Cursor => `${createdAt}~${auditId}`

async function entriesOf(data: Data, subjectId: string, page: Page, only?: Entry['action']): Promise<readonly Entry[]> {
  const all = data.auditEntries.query.bySubject({ subjectId })
  const [createdAt, auditId] = positionOf(page.cursor)
  const rest = createdAt && auditId ? all.between({ createdAt: FIRST }, { createdAt, auditId }) : all
  const wanted = only ? rest.where(({ action }, { eq }) => eq(action, only)) : rest
  const { data: items } = await wanted.go({ order: 'desc', ...readFor(page) })
  return items
}

/** The names of the people who did something; the parts of the system have none. */
async function namesOf(entries: readonly Entry[], { users }: Data): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(entries.map(({ userId }) => userId))].filter((userId) => userId.startsWith('usr_'))
  if (ids.length === 0) return new Map()
  const { data: found } = await users.get(ids.map((userId) => ({ userId }))).go()
  return new Map(
    found.map(({ userId, firstName, lastName, email }) => [userId, `${firstName} ${lastName}`.trim() || email]),
  )
}

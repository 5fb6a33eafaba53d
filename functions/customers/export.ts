import type { customers } from '#contract/customers'
import { ALL_CLIENTS } from '#contract/record-parts'
import { newestCustomers } from '#data/customer-queries'
import { countsOf } from '#data/counter'
import { appendAudit } from '#platform/audit'
import type { Action } from '#platform/serve'
import { csvLines } from './csv.ts'

/** Clients per part: with the longest notes it stays below Lambda's reply limit. */
const PART = 250

export const exportCustomers: Action<typeof customers.exportAll> = async ({ actor, query: { cursor } }, services) => {
  const { data } = services
  const { hiddenImports } = await countsOf(data)
  // Each part: whoever makes up a cursor would else be given the clients without a line in the log.
  await data.transact((entities) => ({
    audit: appendAudit(
      entities,
      { action: 'CUSTOMERS_EXPORTED', by: actor.userId, subjectId: ALL_CLIENTS, caller: actor },
      services,
    ),
  }))
  const { items, next } = await newestCustomers(data, { cursor, limit: PART, hiddenImports })
  return { csv: csvLines(items, { first: !cursor }), next }
}

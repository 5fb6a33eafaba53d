import type { customers } from '#contract/customers'
import { newestCustomers } from '#data/customer-queries'
import { tallyOf } from '#data/tallied'
import { audited } from '#platform/audit'
import type { Action } from '#platform/serve'
import { csvLines } from './csv.ts'

/** Clients in one part of the file: with the longest notes there may be they stay below what Lambda may answer. */
const PART = 250

export const exportCustomers: Action<typeof customers.exportAll> = async ({ actor, query: { cursor } }, services) => {
  const { data } = services
  const { hiddenImports } = await tallyOf(data)
  if (!cursor) {
    await data.together((writing) => [
      audited(
        writing,
        { action: 'CUSTOMERS_EXPORTED', by: actor.userId, subjectId: actor.userId, caller: actor },
        services,
      ),
    ])
  }
  const { items, next } = await newestCustomers(data, { cursor, limit: PART, hiddenImports })
  return { csv: csvLines(items, { first: !cursor }), next }
}

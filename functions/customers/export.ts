import type { customers } from '#contract/customers-domain'
import { ALL_CLIENTS_AUDIT_SUBJECT } from '#contract/record-parts'
import { findNewestCustomers } from '#data/customer-queries'
import { readPracticeCounter } from '#data/practice-counter'
import { appendAuditEntry } from '#platform/audit'
import type { EndpointAction } from '#platform/serve'

/** Clients per part: with the longest notes it stays below Lambda's reply limit. */
const PART = 250

export const exportCustomersToCsv: EndpointAction<typeof customers.exportAll> = async (
  { actor, query: { cursor } },
  services,
) => {
  const { data } = services
  const { hiddenImports } = await readPracticeCounter(data)
  // For each part: a forged cursor would otherwise read clients without an audit entry.
  await data.transact((entities) => ({
    audit: appendAuditEntry(
      entities,
      { action: 'CUSTOMERS_EXPORTED', by: actor.userId, subjectId: ALL_CLIENTS_AUDIT_SUBJECT, caller: actor },
      services,
    ),
  }))
  const { formatCustomerCsvLines } = await import('./csv.ts')
  const { items, next } = await findNewestCustomers(data, { cursor, limit: PART, hiddenImports })
  return { csv: formatCustomerCsvLines(items, { first: !cursor }), next }
}

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { toUtcMonth } from '#contract/calendar-days'
import { computeAuditShard } from '#data/audit-entry'
import { listTraceSubjects, toAuditTrace, type AuditTraceSource } from '#data/audit-trace'
import { type Database, openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import type { QueueMessages } from '#platform/queue-messages'
import { serveEvent } from '#platform/serve-event'
import { createAuditBatch } from './audit-batches.ts'
import { ensureAuditKeyRing, readAuditKeyRing } from './audit-keys.ts'
import { type AuditVault, createAuditVault } from './audit-vault.ts'
import { tableAccess } from './table-access.ts'

export interface AuditCopyServices {
  readonly data: Database
  readonly vault: Pick<AuditVault, 'put'>
  readonly now: () => Date
  readonly newId: (prefix: string) => string
}

export const createLambdaServices = (): AuditCopyServices => {
  const { TABLE_NAME, AUDIT_BUCKET } = readEnvironment(['TABLE_NAME', 'AUDIT_BUCKET'])
  return {
    data: openDatabase(createTableConnection(TABLE_NAME)),
    vault: createAuditVault(AUDIT_BUCKET),
    now: () => new Date(),
    newId: (prefix) => `${prefix}_${crypto.randomUUID()}`,
  }
}

/**
 * A batch delivered again, in whole or in part, is copied again: the check treats equal copies of an entry as one. A
 * failure fails the whole batch.
 */
export const createLambdaHandler = (openServices: () => AuditCopyServices) => {
  let services: AuditCopyServices | undefined
  return serveEvent(tableAccess['copy-audit-log'], async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    services ??= openServices()
    const messages = Records.map(({ body }) => JSON.parse(body) as QueueMessages['history'])
    const unique = [...new Map(messages.map(({ entry }) => [entry.auditId, entry])).values()]
    if (unique.length === 0) return { batchItemFailures: [] }
    const entries = await withoutErased(unique, services)
    const ring = await ensureAuditKeyRing(entries, services)
    const { key, text } = createAuditBatch(
      entries.map((entry) => toAuditTrace(entry, ring)),
      services.now(),
    )
    await services.vault.put(key, text)
    return { batchItemFailures: [] }
  })
}

export const handler = createLambdaHandler(createLambdaServices)

/**
 * A person without a key is new, or was erased before their entry arrived: then the log contains their pseudonym
 * already, and no new key may be created for them.
 */
async function withoutErased(
  entries: readonly AuditTraceSource[],
  { data }: AuditCopyServices,
): Promise<AuditTraceSource[]> {
  const { people } = await readAuditKeyRing(entries, data)
  return Promise.all(
    entries.map(async (entry) => {
      if (listTraceSubjects(entry).people.every((subject) => people.has(subject))) return entry
      const { createdAt, auditId } = entry
      const position = { createdAt, auditId }
      const { data: found } = await data.auditEntries.query
        .byMonth({ month: toUtcMonth(createdAt), shard: computeAuditShard(auditId) })
        .between(position, position)
        .go()
      const [present] = found
      return present && JSON.stringify(present).includes('erased-') ? present : entry
    }),
  )
}

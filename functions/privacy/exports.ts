import type { EntityItem } from 'electrodb'
import { type DataExport, DATA_EXPORT_AVAILABLE_DAYS, type privacy } from '#contract/privacy'
import type { TableEntities } from '#data/entities'
import { requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { toPracticeDay } from '#contract/calendar-days'
import { type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { PrivacyServices } from './services.ts'

type StoredExport = EntityItem<TableEntities['dataExports']>

const REQUESTS: RateLimit = { name: 'exports', tries: 4, minutes: 24 * 60 }

const STALE_MS = 60 * 60_000

const nothing: DataExport = { state: 'none', requestedAt: null, progress: 0, missing: [], download: null }

export const requestDataExport: EndpointAction<typeof privacy.requestExport, PrivacyServices> = async (
  { actor },
  services,
) => {
  const { data, now, newId, wallClock } = services
  const { userId } = actor
  const customerId = requireOwnCustomerId(actor)
  const { data: known } = await data.dataExports.get({ customerId }).go()
  if (known && isUnderWay(known) && !isStale(known, now())) return toDataExport(known, services)
  await consumeRateLimit(data, REQUESTS, userId, wallClock())

  const exportId = newId('exp')
  const requestedAt = now().toISOString()
  const queued = {
    customerId,
    exportId,
    userId,
    status: 'queued',
    attempts: 0,
    partsDone: 0,
    partsTotal: 0,
    fileKey: `${customerId}/export/${exportId}.zip`,
    requestedAt,
    expiresAt: new Date(now().getTime() + DATA_EXPORT_AVAILABLE_DAYS * 86_400_000).toISOString(),
  } as const
  const outcome = await data.transact((entities) => ({
    export: entities.dataExports
      .put(queued)
      .where((stored, { eq, notExists }) => (known ? eq(stored.exportId, known.exportId) : notExists(stored.exportId)))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'EXPORT_REQUESTED', by: userId, subjectId: customerId, caller: actor, details: { exportId } },
      services,
    ),
  }))
  if (outcome.written) return toDataExport(queued, services)
  const { data: other } = await data.dataExports.get({ customerId }).go()
  return other ? toDataExport(other, services) : nothing
}

export const readLatestDataExport: EndpointAction<typeof privacy.latestExport, PrivacyServices> = async (
  { actor },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  const { data: known } = await services.data.dataExports.get({ customerId }).go()
  return known && known.expiresAt > services.now().toISOString() ? toDataExport(known, services) : nothing
}

const isStale = ({ requestedAt }: StoredExport, now: Date) => Date.parse(requestedAt) <= now.getTime() - STALE_MS

const isUnderWay = ({ status }: StoredExport) => status === 'queued' || status === 'working'

async function toDataExport(stored: StoredExport, { exportFiles, now }: PrivacyServices): Promise<DataExport> {
  const { status: state, requestedAt, partsDone, partsTotal, fileKey, sizeBytes, missing = [], expiresAt } = stored
  if (isUnderWay(stored) && isStale(stored, now())) return { ...nothing, state: 'failed', requestedAt }
  if (state !== 'ready' || !sizeBytes) {
    return { ...nothing, state, requestedAt, progress: Math.floor((99 * partsDone) / Math.max(partsTotal, 1)) }
  }
  if (!(await exportFiles.isZip(fileKey))) return throwRefusal('export-not-zip')
  const fileName = `habitat-interior-mis-datos-${toPracticeDay(new Date(requestedAt))}.zip`
  return {
    state,
    requestedAt,
    progress: 100,
    missing,
    download: { url: await exportFiles.link(fileKey, fileName), fileName, sizeBytes, availableUntil: expiresAt },
  }
}

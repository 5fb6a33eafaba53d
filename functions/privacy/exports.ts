import type { EntityItem } from 'electrodb'
import { type DataExport, EXPORT_DAYS, type privacy } from '#contract/privacy'
import type { Entities } from '#data/entities'
import { ownCustomerId } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { dayOf } from '#contract/days'
import { type RateLimit, consumeRateLimit } from '#platform/rate-limit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { PrivacyServices } from './services.ts'

type StoredExport = EntityItem<Entities['dataExports']>

const REQUESTS: RateLimit = { name: 'exports', tries: 4, minutes: 24 * 60 }

/** An export unfinished after this has failed and may be requested again. */
const STALE_MS = 60 * 60_000

const nothing: DataExport = { state: 'none', requestedAt: null, progress: 0, download: null }

export const requestExport: Action<typeof privacy.requestExport, PrivacyServices> = async ({ actor }, services) => {
  const { data, now, newId, wallClock } = services
  const { userId } = actor
  const customerId = ownCustomerId(actor)
  const { data: known } = await data.dataExports.get({ customerId }).go({ consistent: true })
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
    expiresAt: new Date(now().getTime() + EXPORT_DAYS * 86_400_000).toISOString(),
  } as const
  const outcome = await data.transact((entities) => ({
    export: entities.dataExports
      .put(queued)
      .where((stored, { eq, notExists }) => (known ? eq(stored.exportId, known.exportId) : notExists(stored.exportId)))
      .commit(),
    audit: appendAudit(
      entities,
      { action: 'EXPORT_REQUESTED', by: userId, subjectId: customerId, caller: actor, details: { exportId } },
      services,
    ),
  }))
  if (outcome.written) return toDataExport(queued, services)
  const { data: other } = await data.dataExports.get({ customerId }).go({ consistent: true })
  return other ? toDataExport(other, services) : nothing
}

export const latestExport: Action<typeof privacy.latestExport, PrivacyServices> = async ({ actor }, services) => {
  const customerId = ownCustomerId(actor)
  const { data: known } = await services.data.dataExports.get({ customerId }).go({ consistent: true })
  return known && known.expiresAt > services.now().toISOString() ? toDataExport(known, services) : nothing
}

const isStale = ({ requestedAt }: StoredExport, now: Date) => Date.parse(requestedAt) <= now.getTime() - STALE_MS

const isUnderWay = ({ status }: StoredExport) => status === 'queued' || status === 'working'

async function toDataExport(stored: StoredExport, { exportFiles, now }: PrivacyServices): Promise<DataExport> {
  const { status: state, requestedAt, partsDone, partsTotal, fileKey, sizeBytes, expiresAt } = stored
  if (isUnderWay(stored) && isStale(stored, now())) return { ...nothing, state: 'failed', requestedAt }
  if (state !== 'ready' || !sizeBytes) {
    return { ...nothing, state, requestedAt, progress: Math.floor((99 * partsDone) / Math.max(partsTotal, 1)) }
  }
  if (!(await exportFiles.isZip(fileKey))) return refuse('export-not-zip')
  const fileName = `habitat-interior-mis-datos-${dayOf(new Date(requestedAt))}.zip`
  return {
    state,
    requestedAt,
    progress: 100,
    download: { url: await exportFiles.link(fileKey, fileName), fileName, sizeBytes, availableUntil: expiresAt },
  }
}

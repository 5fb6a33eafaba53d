import { HIGHEST_SORT_KEY, LOWEST_SORT_KEY } from '#data/pagination'
import { createClientFileStorage } from './public/client-file-storage.ts'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { log } from '#platform/log'
import { serveSchedule } from '#platform/serve-event'
import { discardClientFile, type FileReviewServices, rejectClientFile } from './discard.ts'
import { discardUnsentFiles } from './discard-unsent.ts'
import { finishReview } from './review.ts'
import { tableAccess } from './table-access.ts'
import type { StoredClientFile } from './to-client-file.ts'

export const createLambdaServices = (): FileReviewServices => {
  const { TABLE_NAME, FILES_BUCKET } = readEnvironment(['TABLE_NAME', 'FILES_BUCKET'])
  return { ...createLiveNonApiServices(TABLE_NAME), clientFiles: createClientFileStorage(FILES_BUCKET) }
}

const ABANDONED_MS = 60 * 60_000

const OVERDUE_MS = 60 * 60_000
const SCAN_TIMEOUT_MS = 24 * 60 * 60_000

const MAX_PER_RUN = 100

interface Swept {
  readonly swept: number
  readonly reviewed: number
}

/** A failure does not stop the others; an overdue scan raises the alarm. */
export const createLambdaHandler = (openServices: () => FileReviewServices) => {
  let services: FileReviewServices | undefined
  return serveSchedule(tableAccess['sweep-unfinished'], 'files/sweep-unfinished', async (): Promise<Swept> => {
    services ??= openServices()
    const opened = services
    const failures: unknown[] = []
    const count = async (status: 'pending' | 'scanning', before: string, take: typeof discardAbandoned) => {
      let taken = 0
      for (const key of await findOldest(status, before, opened)) {
        try {
          // The index lags: a listed file may have been completed or removed since.
          const { data: file } = await opened.data.clientFiles.get(key).go()
          if (file?.status === status && (await take(file, opened))) taken += 1
        } catch (error) {
          failures.push(error)
        }
      }
      return taken
    }
    const before = new Date(opened.now().getTime() - ABANDONED_MS).toISOString()
    const abandoned = await count('pending', before, discardAbandoned)
    const unsent =
      (await discardUnsentFiles('available', opened, failures)) +
      (await discardUnsentFiles('rejected', opened, failures))
    const reviewed = await count('scanning', opened.now().toISOString(), endReview)
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} uploads were not ended`)
    return { swept: abandoned + unsent, reviewed }
  })
}

export const handler = createLambdaHandler(createLambdaServices)

async function findOldest(status: 'pending' | 'scanning', before: string, { data }: FileReviewServices) {
  const { data: found } = await data.clientFiles.query
    .byStatus({ status })
    .between({ createdAt: LOWEST_SORT_KEY }, { createdAt: `${before}${HIGHEST_SORT_KEY}` })
    .go({ limit: MAX_PER_RUN })
  return found.map(({ customerId, fileId }) => ({ customerId, fileId }))
}

async function discardAbandoned(file: StoredClientFile, services: FileReviewServices): Promise<boolean> {
  await discardClientFile(file, 'schedule', services)
  return true
}

async function endReview(file: StoredClientFile, services: FileReviewServices): Promise<boolean> {
  const { fileId, fileKey: key, versionId, scanningSince } = file
  const scanStatus = await services.clientFiles.scanStatus({ key, versionId })
  if (scanStatus) return Boolean(await finishReview(file, { scanStatus, by: 'schedule' }, services))
  const waitedMs = services.now().getTime() - Date.parse(scanningSince ?? file.createdAt)
  if (waitedMs < OVERDUE_MS) return false
  log.error('the malware scan has no result', { fileId, waitedMinutes: Math.floor(waitedMs / 60_000) })
  if (waitedMs < SCAN_TIMEOUT_MS) return false
  await rejectClientFile(file, { reason: 'scan-missing', by: 'schedule' }, services)
  return true
}

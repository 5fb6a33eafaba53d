import { LOWEST_SORT_KEY, HIGHEST_SORT_KEY } from '#data/pagination'
import { readEnvironment } from '#platform/environment'
import { appendAuditEntry } from '#platform/audit'
import { createLiveNonApiServices, type ActionServices } from '#platform/services'
import { serveSchedule } from '#platform/serve-event'
import { type ExportFileStorage, createExportFileStorage } from './export-files.ts'
import { tableAccess } from './table-access.ts'

interface SweepServices extends Pick<ActionServices, 'data' | 'now' | 'newId'> {
  readonly exportFiles: ExportFileStorage
}

export const createLambdaServices = (): SweepServices => {
  const { TABLE_NAME, FILES_BUCKET } = readEnvironment(['TABLE_NAME', 'FILES_BUCKET'])
  return { ...createLiveNonApiServices(TABLE_NAME), exportFiles: createExportFileStorage(FILES_BUCKET) }
}

const MAX_PER_RUN = 100

/** Deletes exports after seven days, bytes first, so that the item remains after a failure. */
export const createLambdaHandler = (openServices: () => SweepServices) => {
  let services: SweepServices | undefined
  return serveSchedule(tableAccess['sweep-exports'], 'privacy/sweep-exports', async (): Promise<{ swept: number }> => {
    services ??= openServices()
    const { data, exportFiles, now } = services
    const { data: due } = await data.dataExports.query
      .expiring({})
      // The key continues after the instant: the suffix includes items that expire at this instant.
      .between({ expiresAt: LOWEST_SORT_KEY }, { expiresAt: `${now().toISOString()}${HIGHEST_SORT_KEY}` })
      .go({ limit: MAX_PER_RUN })
    for (const { customerId, exportId, fileKey } of due) {
      await exportFiles.remove(fileKey)
      const sweeping = services
      await data.transact((entities) => ({
        export: entities.dataExports
          .delete({ customerId })
          .where((stored, { eq }) => eq(stored.exportId, exportId))
          .commit(),
        audit: appendAuditEntry(
          entities,
          { action: 'EXPORT_REMOVED', by: 'schedule', subjectId: customerId, details: { exportId } },
          sweeping,
        ),
      }))
    }
    return { swept: due.length }
  })
}

export const handler = createLambdaHandler(createLambdaServices)

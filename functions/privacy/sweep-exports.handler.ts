import { LOWEST_KEY, HIGHEST_KEY } from '#data/page'
import { withAccess } from '#data/table-scope'
import { environment } from '#platform/environment'
import { appendAudit } from '#platform/audit'
import { liveBasics, type Services } from '#platform/services'
import { type ExportFiles, liveExportFiles } from './export-files.ts'
import { tableAccess } from './table-access.ts'

interface SweepServices extends Pick<Services, 'data' | 'now' | 'newId'> {
  readonly exportFiles: ExportFiles
}

export const open = (): SweepServices => {
  const { TABLE_NAME, FILES_BUCKET } = environment(['TABLE_NAME', 'FILES_BUCKET'])
  return { ...liveBasics(TABLE_NAME), exportFiles: liveExportFiles(FILES_BUCKET) }
}

const MAX_PER_RUN = 100

/** Deletes exports after seven days, bytes first, so that an item remains for anything left over. */
export const withServices = (openServices: () => SweepServices) => {
  let services: SweepServices | undefined
  return withAccess(tableAccess['sweep-exports'], async (): Promise<{ swept: number }> => {
    services ??= openServices()
    const { data, exportFiles, now } = services
    const { data: due } = await data.dataExports.query
      .expiring({})
      // The key goes on after the instant: what expires at this very moment lies before what would follow as text.
      .between({ expiresAt: LOWEST_KEY }, { expiresAt: `${now().toISOString()}${HIGHEST_KEY}` })
      .go({ limit: MAX_PER_RUN })
    for (const { customerId, exportId, fileKey } of due) {
      await exportFiles.remove(fileKey)
      const sweeping = services
      await data.transact((entities) => ({
        export: entities.dataExports
          .delete({ customerId })
          .where((stored, { eq }) => eq(stored.exportId, exportId))
          .commit(),
        audit: appendAudit(
          entities,
          { action: 'EXPORT_REMOVED', by: 'schedule', subjectId: customerId, details: { exportId } },
          sweeping,
        ),
      }))
    }
    return { swept: due.length }
  })
}

export const handler = withServices(open)

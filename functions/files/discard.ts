import type { files } from '#contract/files'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { FileServices } from './services.ts'
import type { StoredClientFile } from './to-client-file.ts'

type DiscardServices = Pick<FileServices, 'data' | 'now' | 'newId' | 'clientFiles'>

/** Bytes first: if the second step fails, the file is still listed and can be removed again. */
export async function discardClientFile(
  file: StoredClientFile,
  by: Actor | undefined,
  services: DiscardServices,
): Promise<void> {
  const { customerId, fileId, fileKey } = file
  await services.clientFiles.remove(fileKey)
  await services.data.transact((entities) => ({
    file: entities.clientFiles.delete({ customerId, fileId }).commit(),
    fileKey: entities.fileKeys.delete({ customerId, fileKey }).commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'FILE_REMOVED',
        by: by?.userId ?? 'schedule',
        subjectId: customerId,
        details: { fileId, was: file.status },
        ...(by && { caller: by }),
      },
      services,
    ),
  }))
}

export async function rejectClientFile(file: StoredClientFile, by: Actor, services: DiscardServices): Promise<void> {
  const { customerId, fileId, fileType, createdAt } = file
  await services.clientFiles.remove(file.fileKey)
  await services.data.transact((entities) => ({
    file: entities.clientFiles
      .patch({ customerId, fileId })
      .set({ status: 'rejected' })
      .composite({ customerId, fileType, createdAt })
      .where(({ status }, { eq }) => eq(status, 'pending'))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'FILE_REJECTED', by: by.userId, subjectId: customerId, caller: by, details: { fileId } },
      services,
    ),
  }))
}

export const removeClientFile: EndpointAction<typeof files.remove, FileServices> = async (
  { actor, params },
  services,
) => {
  const { data: file } = await services.data.clientFiles.get(params).go()
  await discardClientFile(file ?? throwRefusal('not-found'), actor, services)
  return { removed: true }
}

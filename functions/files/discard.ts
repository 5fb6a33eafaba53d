import type { FileRejectionReason } from '#contract/client-file'
import type { files } from '#contract/files'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { recordMetric } from '#platform/metrics'
import type { FileServices } from './services.ts'
import type { StoredClientFile } from './to-client-file.ts'

export type FileReviewServices = Pick<FileServices, 'data' | 'now' | 'newId' | 'clientFiles'>

export type FileActor = Actor | 'schedule' | 'scan'

export const toAuditedActor = (by: FileActor) =>
  typeof by === 'string' ? { by } : { by: by.userId, caller: { address: by.address, userAgent: by.userAgent } }

/** Bytes first: if the second step fails, the file is still listed and can be removed again. */
export async function discardClientFile(
  file: StoredClientFile,
  by: FileActor,
  services: FileReviewServices,
): Promise<void> {
  const { customerId, fileId, fileKey } = file
  await services.clientFiles.removeVersions({ key: fileKey })
  await services.data.transact((entities) => ({
    file: entities.clientFiles.delete({ customerId, fileId }).commit(),
    fileKey: entities.fileKeys.delete({ customerId, fileKey }).commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'FILE_REMOVED',
        subjectId: customerId,
        details: { fileId, was: file.status },
        ...toAuditedActor(by),
      },
      services,
    ),
  }))
}

interface Rejection {
  readonly reason: FileRejectionReason
  readonly by: FileActor
}

/** The bytes go last: a file found clean meanwhile keeps them. */
export async function rejectClientFile(
  file: StoredClientFile,
  { reason, by }: Rejection,
  services: FileReviewServices,
): Promise<void> {
  const { customerId, fileId, fileType, createdAt } = file
  const outcome = await services.data.transact((entities) => ({
    file: entities.clientFiles
      .patch({ customerId, fileId })
      .set({ status: 'rejected', rejectedBecause: reason })
      .composite({ customerId, fileType, createdAt })
      .where(({ status }, { eq }) => `${eq(status, 'pending')} OR ${eq(status, 'scanning')}`)
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'FILE_REJECTED', subjectId: customerId, details: { fileId, reason }, ...toAuditedActor(by) },
      services,
    ),
  }))
  if (!outcome.written) return
  recordMetric('UploadRefused')
  if (reason === 'threats-found') recordMetric('ThreatFound')
  await services.clientFiles.removeVersions({ key: file.fileKey })
}

export const removeClientFile: EndpointAction<typeof files.remove, FileServices> = async (
  { actor, params },
  services,
) => {
  const { data: file } = await services.data.clientFiles.get(params).go()
  await discardClientFile(file ?? throwRefusal('not-found'), actor, services)
  return { removed: true }
}

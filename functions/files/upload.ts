import { fileTypeFromBuffer } from 'file-type'
import {
  uploadContentTypes,
  getUploadFileExtension,
  fileFields,
  type files,
  type ClientFileType,
  type UploadFileExtension,
} from '#contract/files'
import { toStoredRecord } from '#data/stored-record'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { queueClientNotice } from '../notifications/public/client-notice.ts'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { rejectClientFile } from './discard.ts'
import { requireCustomer } from './read.ts'
import type { FileServices } from './services.ts'
import { toClientFile, type StoredClientFile } from './to-client-file.ts'

const MAX_TRIES = 20

export const offerFileUpload: EndpointAction<typeof files.offerUpload, FileServices> = async (
  { actor, params, body },
  services,
) => {
  await requireCustomer(services.data, params.customerId)
  const { fileType, fileName, sizeBytes } = body
  const extension = getUploadFileExtension(fileName) ?? throwRefusal('invalid-input')
  const file = {
    customerId: params.customerId,
    fileId: services.newId('fil'),
    ...toStoredRecord(fileFields, body),
    status: 'pending',
    uploadedBy: actor.userId,
    createdAt: services.now().toISOString(),
  } as const
  const fileKey = await claimKey(actor, file, { fileType, extension }, services)
  const { url, fields } = await services.clientFiles.offer(fileKey, {
    contentType: uploadContentTypes[extension],
    sizeBytes,
  })
  return { fileId: file.fileId, url, fields: { ...fields } }
}

async function claimKey(
  actor: Actor,
  file: Omit<StoredClientFile, 'fileKey'>,
  { fileType, extension }: { readonly fileType: ClientFileType; readonly extension: string },
  services: FileServices,
): Promise<string> {
  const { customerId, fileId } = file
  const first = services.now().getTime()
  for (let later = 0; later < MAX_TRIES; later += 1) {
    const fileKey = `${customerId}/${fileType}/${first + later}.${extension}`
    const outcome = await services.data.transact((entities) => ({
      fileKey: entities.fileKeys.create({ customerId, fileKey, fileId }).commit(),
      file: entities.clientFiles.create({ ...file, fileKey }).commit(),
      audit: appendAuditEntry(
        entities,
        { action: 'FILE_OFFERED', by: actor.userId, subjectId: customerId, caller: actor, details: { fileId } },
        services,
      ),
    }))
    if (outcome.written) return fileKey
  }
  throw new Error(`no free key for ${fileId}`)
}

export const completeFileUpload: EndpointAction<typeof files.completeUpload, FileServices> = async (
  { actor, params },
  services,
) => {
  const customer = await requireCustomer(services.data, params.customerId)
  const { data: file } = await services.data.clientFiles.get(params).go()
  if (!file || file.status === 'rejected') return throwRefusal('not-found')
  if (file.status === 'available') return toClientFile(file)

  // What the upload was offered on may have been withdrawn meanwhile.
  if (file.fileType === 'analytics' && !(await findCustomerHealthConsent(services.data, file.customerId)).mayEnter) {
    await rejectClientFile(file, actor, services)
    return throwRefusal('health-basis-required')
  }
  if (!(await isAsOffered(file, services))) {
    await rejectClientFile(file, actor, services)
    return throwRefusal('file-rejected')
  }
  const { customerId, fileId, fileName, fileType, createdAt } = file
  const outcome = await services.data.transact((entities) => ({
    file: entities.clientFiles
      .patch({ customerId, fileId })
      .set({ status: 'available' })
      .composite({ customerId, fileType, createdAt })
      .where(({ status }, { eq }) => eq(status, 'pending'))
      .commit(),
    mail: queueClientNotice(entities, { customer, notice: { type: fileType, fileName } }, services),
    audit: appendAuditEntry(
      entities,
      { action: 'FILE_ADDED', by: actor.userId, subjectId: customerId, caller: actor, details: { fileId, fileType } },
      services,
    ),
  }))
  if (outcome.written) return toClientFile({ ...file, status: 'available' })
  // The same completion came twice, or somebody has removed the file meanwhile.
  const { data: now } = await services.data.clientFiles.get(params).go()
  return now?.status === 'available' ? toClientFile(now) : throwRefusal('not-found')
}

async function isAsOffered({ fileKey, fileName, sizeBytes }: StoredClientFile, { clientFiles }: FileServices) {
  const found = (await clientFiles.look(fileKey)) ?? throwRefusal('file-missing')
  const extension = getUploadFileExtension(fileName) ?? throwRefusal('file-rejected')
  return found.sizeBytes === sizeBytes && isGenuine(found.head, extension)
}

/** Detected types per extension. The old Office formats share one container. */
const recognised: Readonly<Record<UploadFileExtension, readonly string[]>> = {
  pdf: ['pdf'],
  doc: ['cfb'],
  docx: ['docx'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png'],
  xlsx: ['xlsx'],
  xls: ['cfb'],
}

async function isGenuine(head: Uint8Array, extension: UploadFileExtension): Promise<boolean> {
  const found = await fileTypeFromBuffer(head)
  return found !== undefined && recognised[extension].includes(found.ext)
}

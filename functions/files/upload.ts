import { fileTypeFromBuffer } from 'file-type'
import { contentTypes, extensionOf, fileFields, type files, type FileType, type Extension } from '#contract/files'
import { toStored } from '#data/record'
import { healthConsentOf } from '#data/health-consent-queries'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import { queueClientNotice } from '../notifications/public/client-notice.ts'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { reject } from './discard.ts'
import { requireCustomer } from './read.ts'
import type { FileServices } from './services.ts'
import { toClientFile, type StoredFile } from './to-client-file.ts'

const MAX_TRIES = 20

export const offerUpload: Action<typeof files.offerUpload, FileServices> = async (
  { actor, params, body },
  services,
) => {
  await requireCustomer(services.data, params.customerId)
  const { fileType, fileName, sizeBytes } = body
  const extension = extensionOf(fileName) ?? refuse('invalid-input')
  const file = {
    customerId: params.customerId,
    fileId: services.newId('fil'),
    ...toStored(fileFields, body),
    status: 'pending',
    uploadedBy: actor.userId,
    createdAt: services.now().toISOString(),
  } as const
  const fileKey = await claimKey(actor, file, { fileType, extension }, services)
  const { url, fields } = await services.clientFiles.offer(fileKey, { contentType: contentTypes[extension], sizeBytes })
  return { fileId: file.fileId, url, fields: { ...fields } }
}

async function claimKey(
  actor: Actor,
  file: Omit<StoredFile, 'fileKey'>,
  { fileType, extension }: { readonly fileType: FileType; readonly extension: string },
  services: FileServices,
): Promise<string> {
  const { customerId, fileId } = file
  const first = services.now().getTime()
  for (let later = 0; later < MAX_TRIES; later += 1) {
    const fileKey = `${customerId}/${fileType}/${first + later}.${extension}`
    const outcome = await services.data.transact((entities) => ({
      fileKey: entities.fileKeys.create({ customerId, fileKey, fileId }).commit(),
      file: entities.clientFiles.create({ ...file, fileKey }).commit(),
      audit: appendAudit(
        entities,
        { action: 'FILE_OFFERED', by: actor.userId, subjectId: customerId, caller: actor, details: { fileId } },
        services,
      ),
    }))
    if (outcome.written) return fileKey
  }
  throw new Error(`no free key for ${fileId}`)
}

export const completeUpload: Action<typeof files.completeUpload, FileServices> = async (
  { actor, params },
  services,
) => {
  const customer = await requireCustomer(services.data, params.customerId)
  const { data: file } = await services.data.clientFiles.get(params).go({ consistent: true })
  if (!file || file.status === 'rejected') return refuse('not-found')
  if (file.status === 'available') return toClientFile(file)

  // What the upload was offered on may have been withdrawn meanwhile.
  if (file.fileType === 'analytics' && !(await healthConsentOf(services.data, file.customerId)).mayEnter) {
    await reject(file, actor, services)
    return refuse('health-basis-required')
  }
  if (!(await isAsOffered(file, services))) {
    await reject(file, actor, services)
    return refuse('file-rejected')
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
    audit: appendAudit(
      entities,
      { action: 'FILE_ADDED', by: actor.userId, subjectId: customerId, caller: actor, details: { fileId, fileType } },
      services,
    ),
  }))
  if (outcome.written) return toClientFile({ ...file, status: 'available' })
  // The same completion came twice, or somebody has removed the file meanwhile.
  const { data: now } = await services.data.clientFiles.get(params).go({ consistent: true })
  return now?.status === 'available' ? toClientFile(now) : refuse('not-found')
}

async function isAsOffered({ fileKey, fileName, sizeBytes }: StoredFile, { clientFiles }: FileServices) {
  const found = (await clientFiles.look(fileKey)) ?? refuse('file-missing')
  const extension = extensionOf(fileName) ?? refuse('file-rejected')
  return found.sizeBytes === sizeBytes && isGenuine(found.head, extension)
}

/** Detected types per extension. The old Office formats share one container. */
const recognised: Readonly<Record<Extension, readonly string[]>> = {
  pdf: ['pdf'],
  doc: ['cfb'],
  docx: ['docx'],
  jpg: ['jpg'],
  jpeg: ['jpg'],
  png: ['png'],
  xlsx: ['xlsx'],
  xls: ['cfb'],
}

async function isGenuine(head: Uint8Array, extension: Extension): Promise<boolean> {
  const found = await fileTypeFromBuffer(head)
  return found !== undefined && recognised[extension].includes(found.ext)
}

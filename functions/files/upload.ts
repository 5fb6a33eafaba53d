import type * as z from 'zod/mini'
import {
  uploadContentTypes,
  getUploadFileExtension,
  fileFields,
  isHealthFile,
  type ClientFileType,
} from '#contract/client-file'
import type { files, NewClientFile } from '#contract/files'
import type { RefusalCode } from '#contract/refusals'
import { toStoredRecord } from '#data/stored-record'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { consumeRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireAdultOrGuardianConsent } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { rejectClientFile } from './discard.ts'
import { finishReview } from './review.ts'
import type { FileServices } from './services.ts'
import { toClientFile, type StoredClientFile } from './to-client-file.ts'

const MAX_TRIES = 20

const OWN_UPLOADS = { name: 'own-uploads', tries: 45, minutes: 60 }

export const offerFileUpload: EndpointAction<typeof files.offerUpload, FileServices> = async (
  { actor, params, body },
  services,
) => {
  await requireCustomer(params.customerId, services.data)
  return offer({ actor, customerId: params.customerId, body }, services)
}

export const offerOwnFileUpload: EndpointAction<typeof files.offerUploadOfMine, FileServices> = async (
  { actor, body },
  services,
) => {
  const customerId = requireOwnCustomerId(actor)
  await requireAdultOrGuardianConsent(actor, services)
  await consumeRateLimit(services.data, OWN_UPLOADS, customerId, services.now())
  return offer({ actor, customerId, body: { ...body, fileType: 'message', description: null } }, services)
}

interface Offered {
  readonly actor: Actor
  readonly customerId: string
  readonly body: z.output<typeof NewClientFile>
}

async function offer({ actor, customerId, body }: Offered, services: FileServices) {
  const { fileType, fileName, sizeBytes } = body
  const extension = getUploadFileExtension(fileName) ?? throwRefusal('invalid-input')
  const file = {
    customerId,
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
  await requireCustomer(params.customerId, services.data)
  const { data: file } = await services.data.clientFiles.get(params).go()
  return complete(file ?? throwRefusal('not-found'), { actor, withoutConsent: 'health-basis-required' }, services)
}

export const completeOwnFileUpload: EndpointAction<typeof files.completeUploadOfMine, FileServices> = async (
  { actor, params: { fileId } },
  services,
) => {
  const { data: file } = await services.data.clientFiles.get({ customerId: requireOwnCustomerId(actor), fileId }).go()
  if (file?.uploadedBy !== actor.userId) return throwRefusal('not-found')
  return complete(file, { actor, withoutConsent: 'health-consent-required' }, services)
}

interface Completing {
  readonly actor: Actor
  readonly withoutConsent: RefusalCode
}

async function complete(file: StoredClientFile, { actor, withoutConsent }: Completing, services: FileServices) {
  const { customerId, fileId } = file
  if (file.status !== 'pending') return toClientFile(file)

  // The consent for this upload may have been withdrawn meanwhile.
  if (isHealthFile(file.fileType) && !(await findCustomerHealthConsent(services.data, customerId)).mayEnter) {
    await rejectClientFile(file, { reason: 'consent-withdrawn', by: actor }, services)
    return throwRefusal(withoutConsent)
  }
  const received = await receive(file, actor, services)
  // After the version is stored, so that the event of a scan ending now finds it.
  const scanStatus = received && (await services.clientFiles.scanStatus({ key: file.fileKey, ...received }))
  if (received && !scanStatus) return toClientFile(received)
  const now = received && scanStatus && (await finishReview(received, { scanStatus, by: actor }, services))
  return toClientFile(now || (await readAgain({ customerId, fileId }, services)))
}

async function receive(file: StoredClientFile, actor: Actor, services: FileServices) {
  const { customerId, fileId, fileType, createdAt } = file
  const [newest] = await services.clientFiles.versions(file.fileKey)
  if (newest?.sizeBytes !== file.sizeBytes) return throwRefusal('file-missing')
  const changes = {
    status: 'scanning',
    versionId: newest.versionId,
    scanningSince: services.now().toISOString(),
  } as const
  const outcome = await services.data.transact((entities) => ({
    file: entities.clientFiles
      .patch({ customerId, fileId })
      .set(changes)
      .composite({ customerId, fileType, createdAt })
      .where(({ status }, { eq }) => eq(status, 'pending'))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'FILE_RECEIVED', by: actor.userId, subjectId: customerId, caller: actor, details: { fileId } },
      services,
    ),
  }))
  return outcome.written ? { ...file, ...changes } : undefined
}

async function readAgain(params: { readonly customerId: string; readonly fileId: string }, { data }: FileServices) {
  const { data: file } = await data.clientFiles.get(params).go()
  return file ?? throwRefusal('not-found')
}

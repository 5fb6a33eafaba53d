import {
  getUploadFileExtension,
  isHealthFile,
  type FileRejectionReason,
  type UploadFileExtension,
} from '#contract/client-file'
import { findCustomerHealthConsent } from '#data/health-consent-queries'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import { transactWithPanelNews } from '../notifications/public/panel-news.ts'
import { type FileActor, type FileReviewServices, rejectClientFile, toAuditedActor } from './discard.ts'
import { CLEAN_SCAN_STATUS } from './public/scan-status.ts'
import type { StoredClientFile } from './to-client-file.ts'

const rejectionsByScanStatus: Readonly<Record<string, FileRejectionReason>> = {
  THREATS_FOUND: 'threats-found',
  UNSUPPORTED: 'scan-unsupported',
}

/** No effect when the review has ended. */
export async function finishReview(
  file: StoredClientFile,
  { scanStatus, by }: { readonly scanStatus: string; readonly by: FileActor },
  services: FileReviewServices,
): Promise<StoredClientFile | undefined> {
  const reason =
    scanStatus === CLEAN_SCAN_STATUS
      ? await findFault(file, services)
      : (rejectionsByScanStatus[scanStatus] ?? 'scan-failed')
  await (reason ? rejectClientFile(file, { reason, by }, services) : publish(file, by, services))
  const { customerId, fileId } = file
  const { data: now } = await services.data.clientFiles.get({ customerId, fileId }).go()
  return now ?? undefined
}

async function findFault(
  { customerId, fileName, fileType, fileKey, versionId }: StoredClientFile,
  { data, clientFiles }: FileReviewServices,
): Promise<FileRejectionReason | undefined> {
  // The consent for this upload may have been withdrawn during the scan.
  if (isHealthFile(fileType) && !(await findCustomerHealthConsent(data, customerId)).mayEnter) {
    return 'consent-withdrawn'
  }
  const head = await clientFiles.head({ key: fileKey, versionId })
  const extension = getUploadFileExtension(fileName)
  if (!head) return 'scan-failed'
  return extension && (await isGenuine(head, extension)) ? undefined : 'type-mismatch'
}

async function publish(file: StoredClientFile, by: FileActor, services: FileReviewServices): Promise<void> {
  const { customerId, fileId, fileName, fileType, createdAt } = file
  const { data: customer } = await services.data.customers.get({ customerId }).go()
  const write = (queueNews: (entities: TransactionEntities) => TransactionWrites) =>
    services.data.transact((entities) => ({
      file: entities.clientFiles
        .patch({ customerId, fileId })
        .set({ status: 'available' })
        .composite({ customerId, fileType, createdAt })
        .where(({ status }, { eq }) => eq(status, 'scanning'))
        .commit(),
      mail: queueNews(entities),
      audit: appendAuditEntry(
        entities,
        { action: 'FILE_ADDED', subjectId: customerId, details: { fileId, fileType }, ...toAuditedActor(by) },
        services,
      ),
    }))
  // Deleted clients are not notified, although they may be restored; files of messages are announced by the message.
  await (customer && fileType !== 'message'
    ? transactWithPanelNews({ customer, news: { type: fileType, fileName, fileId } }, services, write)
    : write(() => undefined))
}

/** The old Office formats share one container. */
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
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  return found !== undefined && recognised[extension].includes(found.ext)
}

import type { EventBridgeEvent } from 'aws-lambda'
import { clientFileTypes } from '#contract/client-file'
import { readEnvironment } from '#platform/environment'
import { createLiveNonApiServices } from '#platform/services'
import { log } from '#platform/log'
import { serveEvent } from '#platform/serve-event'
import { createClientFileStorage } from './public/client-file-storage.ts'
import { CLEAN_SCAN_STATUS } from './public/scan-status.ts'
import type { FileReviewServices } from './discard.ts'
import { finishReview } from './review.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): FileReviewServices => {
  const { TABLE_NAME, FILES_BUCKET } = readEnvironment(['TABLE_NAME', 'FILES_BUCKET'])
  return { ...createLiveNonApiServices(TABLE_NAME), clientFiles: createClientFileStorage(FILES_BUCKET) }
}

/** https://docs.aws.amazon.com/guardduty/latest/ug/monitor-with-eventbridge-s3-malware-protection.html */
interface ScanResultDetail {
  readonly s3ObjectDetails: { readonly objectKey: string; readonly versionId: string }
  readonly scanResultDetails: { readonly scanResultStatus: string }
}

export type ScanResultEvent = Pick<EventBridgeEvent<string, ScanResultDetail>, 'detail'>

type Outcome = 'not-an-upload' | 'removed' | 'nothing' | 'reviewed'

/**
 * Events come at least once, in any order, and for versions that are gone
 * (docs/decisions/0026-uploads-under-review.md).
 */
export const createLambdaHandler = (openServices: () => FileReviewServices) => {
  let services: FileReviewServices | undefined
  return serveEvent(
    tableAccess['receive-scan-result'],
    async ({ detail }: ScanResultEvent): Promise<{ outcome: Outcome }> => {
      services ??= openServices()
      return { outcome: await receive(detail, services) }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

async function receive(
  { s3ObjectDetails: { objectKey: key, versionId }, scanResultDetails: { scanResultStatus } }: ScanResultDetail,
  services: FileReviewServices,
): Promise<Outcome> {
  const [customerId = '', folder] = key.split('/')
  // Receipts and exports are in the same bucket and are made by the product.
  if (!clientFileTypes.some((type) => type === folder)) return 'not-an-upload'
  const file = await findFile({ customerId, key }, services)
  if (!file || file.status === 'rejected' || (file.versionId && file.versionId !== versionId)) {
    await services.clientFiles.removeVersions({ key, versionId })
    return 'removed'
  }
  // `completeUpload` reads the tag of a pending file.
  if (file.status !== 'scanning') return 'nothing'
  logScanResult(scanResultStatus, file.fileId)
  await finishReview(file, { scanStatus: scanResultStatus, by: 'scan' }, services)
  return 'reviewed'
}

async function findFile(
  { customerId, key }: { readonly customerId: string; readonly key: string },
  { data }: FileReviewServices,
) {
  const { data: reserved } = await data.fileKeys.get({ customerId, fileKey: key }).go()
  if (!reserved) return undefined
  const { fileId } = reserved
  return (await data.clientFiles.get({ customerId, fileId }).go()).data ?? undefined
}

function logScanResult(scanResult: string, fileId: string): void {
  // GuardDuty may not read the bucket that it scans: a fault, which raises the alarm.
  if (scanResult === 'ACCESS_DENIED') log.error('the malware scan was refused its bucket', { fileId, scanResult })
  else if (scanResult !== CLEAN_SCAN_STATUS)
    log.warn('the malware scan did not find a file clean', { fileId, scanResult })
}

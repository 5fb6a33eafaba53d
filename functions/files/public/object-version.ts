import { GetObjectTaggingCommand, NoSuchKey, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { CLEAN_SCAN_STATUS } from './scan-status.ts'

/** Set by GuardDuty. Unless it is `NO_THREATS_FOUND`, the bucket's policy lets only the erasure read an upload. */
const SCAN_STATUS_TAG = 'GuardDutyMalwareScanStatus'

export interface ObjectVersion {
  readonly key: string
  /** @default the newest */
  readonly versionId?: string | undefined
}

export const toObjectRequest = (bucket: string, { key, versionId }: ObjectVersion) => ({
  Bucket: bucket,
  Key: key,
  ...(versionId && { VersionId: versionId }),
})

/** Needs ListBucket: without it, S3 answers `AccessDenied` for missing objects. */
export const isObjectDeleted = (error: unknown): boolean =>
  error instanceof NoSuchKey || (error instanceof S3ServiceException && error.name === 'NoSuchVersion')

/** GuardDuty's result; `none` without one, `gone` when the version is missing. */
export async function readScanStatus(client: S3Client, bucket: string, version: ObjectVersion): Promise<string> {
  try {
    const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(toObjectRequest(bucket, version)))
    return TagSet.find(({ Key }) => Key === SCAN_STATUS_TAG)?.Value ?? 'none'
  } catch (error) {
    if (isObjectDeleted(error)) return 'gone'
    throw error
  }
}

/**
 * Reason for a refused read, as returned by `readScanStatus`: the bucket's policy also refuses missing versions.
 * @throws `error` when it is no such refusal
 */
export async function explainRefusedRead(
  error: unknown,
  client: S3Client,
  { bucket, version }: { readonly bucket: string; readonly version: ObjectVersion },
): Promise<string> {
  if (isObjectDeleted(error)) return 'gone'
  if (!(error instanceof S3ServiceException) || error.name !== 'AccessDenied') throw error
  const scanStatus = await readScanStatus(client, bucket, version)
  // Refused although clean: a fault of our policy.
  if (scanStatus === CLEAN_SCAN_STATUS) throw error
  return scanStatus
}

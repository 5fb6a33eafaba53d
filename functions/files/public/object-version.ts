import { GetObjectTaggingCommand, NoSuchKey, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { CLEAN_SCAN_STATUS } from './scan-status.ts'

/** Set by GuardDuty; the bucket's policy refuses every read until it says `NO_THREATS_FOUND`. */
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

/** Needs ListBucket: without it, S3 answers `AccessDenied` for what is gone. */
export const isObjectGone = (error: unknown): boolean =>
  error instanceof NoSuchKey || (error instanceof S3ServiceException && error.name === 'NoSuchVersion')

/** GuardDuty's result; `none` while there is none, `gone` when the version is. */
export async function readScanStatus(client: S3Client, bucket: string, version: ObjectVersion): Promise<string> {
  try {
    const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(toObjectRequest(bucket, version)))
    return TagSet.find(({ Key }) => Key === SCAN_STATUS_TAG)?.Value ?? 'none'
  } catch (error) {
    if (isObjectGone(error)) return 'gone'
    throw error
  }
}

/**
 * Why a version could not be read, as `readScanStatus` says it: the bucket's policy refuses what has no clean one, and so what is gone.
 * @throws `error` when it is no such refusal
 */
export async function explainRefusedRead(
  error: unknown,
  client: S3Client,
  { bucket, version }: { readonly bucket: string; readonly version: ObjectVersion },
): Promise<string> {
  if (isObjectGone(error)) return 'gone'
  if (!(error instanceof S3ServiceException) || error.name !== 'AccessDenied') throw error
  const scanStatus = await readScanStatus(client, bucket, version)
  // Refused although it is clean: a fault of ours.
  if (scanStatus === CLEAN_SCAN_STATUS) throw error
  return scanStatus
}

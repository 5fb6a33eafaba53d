import { GetObjectTaggingCommand, NoSuchKey, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'

/** Set by GuardDuty; the bucket's policy refuses every read until it says `NO_THREATS_FOUND`. */
const SCAN_STATUS_TAG = 'GuardDutyMalwareScanStatus'

export const CLEAN_SCAN_STATUS = 'NO_THREATS_FOUND'

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

/** Undefined while there is none, and when the version is gone. */
export async function readScanStatus(
  client: S3Client,
  bucket: string,
  version: ObjectVersion,
): Promise<string | undefined> {
  try {
    const { TagSet = [] } = await client.send(new GetObjectTaggingCommand(toObjectRequest(bucket, version)))
    return TagSet.find(({ Key }) => Key === SCAN_STATUS_TAG)?.Value
  } catch (error) {
    if (isObjectGone(error)) return undefined
    throw error
  }
}

import type { S3RequestHeaders } from './body.ts'
import { S3StandInError } from './s3-stand-in-error.ts'

interface LockingStore {
  readonly locks: ReadonlyMap<string, BucketLock>
  readonly now: () => Date
}

export interface BucketLock {
  readonly mode: 'COMPLIANCE' | 'GOVERNANCE'
  readonly days: number
}

export interface VersionLock {
  readonly mode: BucketLock['mode']
  /** ISO instant. */
  readonly until: string
}

const DAY_MS = 86_400_000

/**
 * The request's retention, otherwise the bucket's default.
 * @throws {S3StandInError} for a body without a checksum, or a retention in a bucket without Object Lock
 */
export function readVersionLock(
  { locks, now }: LockingStore,
  { bucket }: { readonly bucket: string },
  headers: S3RequestHeaders,
): VersionLock | undefined {
  const byDefault = locks.get(bucket)
  const mode = headers.get('x-amz-object-lock-mode')
  const until = headers.get('x-amz-object-lock-retain-until-date')
  if (!byDefault) {
    if (mode === undefined && until === undefined) return undefined
    throw new S3StandInError(400, 'InvalidRequest', 'Bucket is missing Object Lock Configuration')
  }
  const isChecked = [...headers.keys()].some((name) => /^(content-md5|x-amz-checksum-|x-amz-trailer)/.test(name))
  if (!isChecked) {
    const needed =
      'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters'
    throw new S3StandInError(400, 'InvalidRequest', needed)
  }
  if ((mode === 'COMPLIANCE' || mode === 'GOVERNANCE') && until !== undefined) return { mode, until }
  return { mode: byDefault.mode, until: new Date(now().getTime() + byDefault.days * DAY_MS).toISOString() }
}

/** @throws {S3StandInError} `AccessDenied` during the retention */
export function requireUnlocked(
  { now }: Pick<LockingStore, 'now'>,
  version: { readonly lock?: VersionLock } | undefined,
  headers: S3RequestHeaders,
): void {
  const lock = version?.lock
  if (!lock || lock.until <= now().toISOString()) return
  // The permission to bypass it was checked by the policies before.
  if (lock.mode === 'GOVERNANCE' && headers.get('x-amz-bypass-governance-retention') === 'true') return
  throw new S3StandInError(403, 'AccessDenied', 'Access Denied because object protected by object lock.')
}

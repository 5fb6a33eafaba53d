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
 * The retention that the request asks for, otherwise the bucket's default, counted from now.
 * @throws {S3StandInError} for half a retention, one in the past, or one in a bucket without Object Lock
 */
export function readVersionLock(
  { locks, now }: LockingStore,
  { bucket }: { readonly bucket: string },
  headers: S3RequestHeaders,
): VersionLock | undefined {
  const byDefault = locks.get(bucket)
  const mode = headers.get('x-amz-object-lock-mode')
  const until = headers.get('x-amz-object-lock-retain-until-date')
  if (mode === undefined && until === undefined) {
    return (
      byDefault && { mode: byDefault.mode, until: new Date(now().getTime() + byDefault.days * DAY_MS).toISOString() }
    )
  }
  if (!byDefault) throw new S3StandInError(400, 'InvalidRequest', 'Bucket is missing Object Lock Configuration')
  if (mode === undefined || until === undefined) {
    throw invalid('x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied')
  }
  if (mode !== 'COMPLIANCE' && mode !== 'GOVERNANCE') throw invalid('Unknown wormMode directive.')
  if (!(Date.parse(until) > now().getTime())) throw invalid('The retain until date must be in the future!')
  return { mode, until: new Date(until).toISOString() }
}

const invalid = (message: string): S3StandInError => new S3StandInError(400, 'InvalidArgument', message)

/**
 * Nothing is stored under a lock whose bytes may have changed on their way.
 * @throws {S3StandInError} `InvalidRequest` without a checksum
 */
export function requireChecksum(kind: 'Object' | 'Part', headers: S3RequestHeaders): void {
  if ([...headers.keys()].some((name) => /^(content-md5|x-amz-checksum-|x-amz-trailer)/.test(name))) return
  throw new S3StandInError(
    400,
    'InvalidRequest',
    `Content-MD5 OR x-amz-checksum- HTTP header is required for Put ${kind} requests with Object Lock parameters`,
  )
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

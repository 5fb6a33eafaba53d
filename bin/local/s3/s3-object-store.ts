import { randomUUID } from 'node:crypto'
import type { AuthorizeCall } from '../authorization/authorize-call.ts'
import type { IsSecurityControlOn } from '../security-controls.ts'
import type { AwsSigningKeys } from '../sigv4.ts'
import type { DocumentCollection } from '../document-store.ts'
import type { BucketLock, VersionLock } from './object-lock.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import type { StagedFile, LocalFileStorage } from './local-file-storage.ts'

export type ObjectHeaders = Readonly<Record<string, string>>
export type ObjectTag = readonly [key: string, value: string]

export interface StoredObjectVersion {
  readonly kind: 'stored'
  readonly id: string
  readonly modifiedAt: string
  readonly file: string
  readonly size: number
  /** With its quotation marks. */
  readonly etag: string
  /** Base64; null for multipart objects. */
  readonly crc32: string | null
  readonly headers: ObjectHeaders
  readonly tags: readonly ObjectTag[]
  readonly lock?: VersionLock
}

export interface DeleteMarker {
  readonly kind: 'marker'
  readonly id: string
  readonly modifiedAt: string
}

export type ObjectVersion = StoredObjectVersion | DeleteMarker

export interface ObjectHistory {
  readonly bucket: string
  readonly key: string
  readonly versions: readonly ObjectVersion[]
}

export interface UploadedPart {
  readonly number: number
  readonly file: string
  readonly size: number
  readonly etag: string
}

export interface MultipartUpload {
  readonly bucket: string
  readonly key: string
  readonly headers: ObjectHeaders
  readonly tags: readonly ObjectTag[]
  readonly lock?: VersionLock
  readonly parts: readonly UploadedPart[]
}

export interface ObjectLocation {
  readonly bucket: string
  readonly key: string
}

export interface ScannedObject extends ObjectLocation {
  readonly versionId: string
  readonly etag: string
  /** Does nothing if the version was deleted. */
  readonly tag: (tags: readonly ObjectTag[]) => void
}

export interface ObjectScan {
  /** The bucket policy's answer to GET and HEAD of any caller; a template's own policies answer instead. */
  readonly mayRead: (place: ObjectLocation, tags: readonly ObjectTag[]) => boolean
  readonly added: (object: ScannedObject) => void
}

export interface S3StandInState {
  readonly entries: DocumentCollection<ObjectHistory>
  readonly uploads: DocumentCollection<MultipartUpload>
  readonly shelf: LocalFileStorage
  readonly buckets: ReadonlySet<string>
  readonly locks: ReadonlyMap<string, BucketLock>
  readonly region: string
  readonly keys: AwsSigningKeys
  readonly now: () => Date
  readonly isOn: IsSecurityControlOn
  readonly authorizeCall: AuthorizeCall | undefined
  readonly scan: ObjectScan | undefined
}

export function getObjectHistory(vault: S3StandInState, place: ObjectLocation): ObjectHistory {
  return vault.entries.get(entryId(place)) ?? { bucket: place.bucket, key: place.key, versions: [] }
}

export function addObjectVersion(vault: S3StandInState, place: ObjectLocation, version: ObjectVersion): void {
  const entry = getObjectHistory(vault, place)
  vault.entries.put(entryId(place), { ...entry, versions: [version, ...entry.versions] })
  if (version.kind === 'stored') vault.scan?.added(toScannedObject(vault, place, version))
}

function toScannedObject(vault: S3StandInState, place: ObjectLocation, version: StoredObjectVersion): ScannedObject {
  return {
    ...place,
    versionId: version.id,
    etag: version.etag.replaceAll('"', ''),
    tag: (tags) => {
      const present = getObjectHistory(vault, place).versions.find(({ id }) => id === version.id)
      if (present?.kind === 'stored')
        replaceObjectVersion(vault, place, { ...present, tags: [...present.tags, ...tags] })
    },
  }
}

export function scanUntaggedVersions(vault: S3StandInState): void {
  for (const { versions, ...place } of vault.entries.all()) {
    for (const version of versions) {
      const isScanned = version.kind === 'marker' || vault.scan?.mayRead(place, version.tags) || version.tags.length > 0
      if (!isScanned) vault.scan?.added(toScannedObject(vault, place, version))
    }
  }
}

export function replaceObjectVersion(vault: S3StandInState, place: ObjectLocation, version: ObjectVersion): void {
  const entry = getObjectHistory(vault, place)
  const versions = entry.versions.map((one) => (one.id === version.id ? version : one))
  vault.entries.put(entryId(place), { ...entry, versions })
}

/** Deletes the bytes too. A version that does not exist is no error, as in S3. */
export function removeObjectVersion(
  vault: S3StandInState,
  place: ObjectLocation,
  id: string,
): ObjectVersion | undefined {
  const entry = getObjectHistory(vault, place)
  const gone = entry.versions.find((version) => version.id === id)
  const versions = entry.versions.filter((version) => version !== gone)
  if (versions.length === 0) vault.entries.delete(entryId(place))
  else vault.entries.put(entryId(place), { ...entry, versions })
  if (gone?.kind === 'stored') vault.shelf.remove(gone.file)
  return gone
}

/**
 * The current version without `id`.
 * @throws {S3StandInError} if there is none
 */
export function requireObjectVersion(
  vault: S3StandInState,
  place: ObjectLocation,
  id: string | null,
): StoredObjectVersion {
  const { versions } = getObjectHistory(vault, place)
  const version = id === null ? versions[0] : versions.find((one) => one.id === id)
  if (version?.kind === 'stored') return version
  if (id === null) throw new S3StandInError(404, 'NoSuchKey', 'The specified key does not exist.')
  if (version)
    throw new S3StandInError(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
  throw new S3StandInError(404, 'NoSuchVersion', 'The specified version does not exist.')
}

/**
 * Adds the newest version.
 * @throws {S3StandInError} `PreconditionFailed` if it must be new and the object exists; nothing is stored then
 */
export async function storeNewObjectVersion(
  vault: S3StandInState,
  place: ObjectLocation,
  deposit: StagedFile,
  about: Pick<StoredObjectVersion, 'headers' | 'tags' | 'lock'> & { readonly mustBeNew?: boolean },
): Promise<StoredObjectVersion> {
  const file = await deposit.keep()
  // No await from here on, so that no other request can interfere.
  if (about.mustBeNew && getObjectHistory(vault, place).versions[0]?.kind === 'stored') {
    vault.shelf.remove(file)
    throw new S3StandInError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  }
  const version: StoredObjectVersion = {
    ...createObjectVersionStamp(vault),
    kind: 'stored',
    file,
    size: deposit.size,
    etag: `"${deposit.md5.toString('hex')}"`,
    crc32: deposit.crc32,
    headers: about.headers,
    tags: about.tags,
    ...(about.lock && { lock: about.lock }),
  }
  addObjectVersion(vault, place, version)
  return version
}

export function createObjectVersionStamp(vault: S3StandInState): { id: string; modifiedAt: string } {
  return { id: randomUUID().replaceAll('-', ''), modifiedAt: vault.now().toISOString() }
}

/**
 * The current version without `id`.
 * @throws {S3StandInError} as `requireObjectVersion`, and `AccessDenied` if the bucket's policy refuses an object not
 * found clean
 */
export function requireReadableVersion(
  vault: S3StandInState,
  place: ObjectLocation,
  id: string | null,
): StoredObjectVersion {
  const { versions } = getObjectHistory(vault, place)
  const version = id === null ? versions[0] : versions.find((one) => one.id === id)
  // A missing version has no tag either.
  const tags = version?.kind === 'stored' ? version.tags : []
  const mayRead = vault.authorizeCall || (vault.scan?.mayRead(place, tags) ?? true)
  if (!mayRead) throw new S3StandInError(403, 'AccessDenied', 'Access Denied')
  return requireObjectVersion(vault, place, id)
}

/** Including the parts of unfinished uploads. */
export function listReferencedObjectFiles(vault: Pick<S3StandInState, 'entries' | 'uploads'>): Set<string> {
  const versions = vault.entries.all().flatMap((entry) => entry.versions)
  const stored = versions.flatMap((version) => (version.kind === 'stored' ? [version.file] : []))
  const parts = vault.uploads.all().flatMap((upload) => upload.parts.map((part) => part.file))
  return new Set([...stored, ...parts])
}

function entryId({ bucket, key }: ObjectLocation): string {
  return `${bucket}/${key}`
}

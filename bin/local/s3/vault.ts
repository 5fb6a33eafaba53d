import { randomUUID } from 'node:crypto'
import type { IsOn } from '../protections.ts'
import type { SigningKey } from '../sigv4.ts'
import type { Collection } from '../store.ts'
import { S3Error } from './s3-error.ts'
import type { Deposit, Shelf } from './shelf.ts'

/** Content and SSE headers and `x-amz-meta-…`, returned with the object. */
export type KeptHeaders = Readonly<Record<string, string>>
export type Tag = readonly [key: string, value: string]

export interface StoredVersion {
  readonly kind: 'stored'
  readonly id: string
  readonly modifiedAt: string
  readonly file: string
  readonly size: number
  /** With its quotation marks. */
  readonly etag: string
  /** Base64; null for multipart objects. */
  readonly crc32: string | null
  readonly headers: KeptHeaders
  readonly tags: readonly Tag[]
}

export interface DeleteMarker {
  readonly kind: 'marker'
  readonly id: string
  readonly modifiedAt: string
}

export type Version = StoredVersion | DeleteMarker

export interface Entry {
  readonly bucket: string
  readonly key: string
  readonly versions: readonly Version[]
}

export interface Part {
  readonly number: number
  readonly file: string
  readonly size: number
  readonly etag: string
}

export interface Upload {
  readonly bucket: string
  readonly key: string
  readonly headers: KeptHeaders
  readonly tags: readonly Tag[]
  readonly parts: readonly Part[]
}

export interface Vault {
  readonly entries: Collection<Entry>
  readonly uploads: Collection<Upload>
  readonly shelf: Shelf
  readonly buckets: ReadonlySet<string>
  readonly key: SigningKey
  readonly now: () => Date
  readonly isOn: IsOn
}

export interface Place {
  readonly bucket: string
  readonly key: string
}

export function entryAt(vault: Vault, place: Place): Entry {
  return vault.entries.get(entryId(place)) ?? { bucket: place.bucket, key: place.key, versions: [] }
}

export function addVersion(vault: Vault, place: Place, version: Version): void {
  const entry = entryAt(vault, place)
  vault.entries.put(entryId(place), { ...entry, versions: [version, ...entry.versions] })
}

export function replaceVersion(vault: Vault, place: Place, version: Version): void {
  const entry = entryAt(vault, place)
  const versions = entry.versions.map((one) => (one.id === version.id ? version : one))
  vault.entries.put(entryId(place), { ...entry, versions })
}

/** Removes the bytes too. A version that does not exist is no error, as in S3. */
export function removeVersion(vault: Vault, place: Place, id: string): Version | undefined {
  const entry = entryAt(vault, place)
  const gone = entry.versions.find((version) => version.id === id)
  const versions = entry.versions.filter((version) => version !== gone)
  if (versions.length === 0) vault.entries.delete(entryId(place))
  else vault.entries.put(entryId(place), { ...entry, versions })
  if (gone?.kind === 'stored') vault.shelf.remove(gone.file)
  return gone
}

/**
 * The current version without `id`.
 * @throws {S3Error} when there is none
 */
export function versionAt(vault: Vault, place: Place, id: string | null): StoredVersion {
  const { versions } = entryAt(vault, place)
  const version = id === null ? versions[0] : versions.find((one) => one.id === id)
  if (version?.kind === 'stored') return version
  if (id === null) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.')
  if (version) throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
  throw new S3Error(404, 'NoSuchVersion', 'The specified version does not exist.')
}

/**
 * Adds the newest version.
 * @throws {S3Error} `PreconditionFailed` when it must be the first and is not; nothing is stored then
 */
export async function store(
  vault: Vault,
  place: Place,
  deposit: Deposit,
  about: Pick<StoredVersion, 'headers' | 'tags'> & { readonly mustBeNew?: boolean },
): Promise<StoredVersion> {
  const file = await deposit.keep()
  // Nothing is awaited from here on, so no other request can come in between.
  if (about.mustBeNew && entryAt(vault, place).versions[0]?.kind === 'stored') {
    vault.shelf.remove(file)
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  }
  const version: StoredVersion = {
    ...newVersion(vault),
    kind: 'stored',
    file,
    size: deposit.size,
    etag: `"${deposit.md5.toString('hex')}"`,
    crc32: deposit.crc32,
    headers: about.headers,
    tags: about.tags,
  }
  addVersion(vault, place, version)
  return version
}

export function newVersion(vault: Vault): { id: string; modifiedAt: string } {
  return { id: randomUUID().replaceAll('-', ''), modifiedAt: vault.now().toISOString() }
}

/** Including the parts of unfinished uploads. */
export function filesHeld(vault: Pick<Vault, 'entries' | 'uploads'>): Set<string> {
  const versions = vault.entries.all().flatMap((entry) => entry.versions)
  const stored = versions.flatMap((version) => (version.kind === 'stored' ? [version.file] : []))
  const parts = vault.uploads.all().flatMap((upload) => upload.parts.map((part) => part.file))
  return new Set([...stored, ...parts])
}

function entryId({ bucket, key }: Place): string {
  return `${bucket}/${key}`
}

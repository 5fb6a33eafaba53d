import { type AuthenticatedS3Request, sendS3Response } from './authenticated-s3-request.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import type { ObjectHistory, StoredObjectVersion, ObjectVersion } from './s3-object-store.ts'
import { writeXmlFields, writeXmlElement, type RawXml, writeXmlDocument } from './xml.ts'

const pageLimit = 1000

export function serveListBuckets(call: Pick<AuthenticatedS3Request, 'vault' | 'request' | 'response'>): void {
  const buckets = [...call.vault.buckets].map((Name) => writeXmlElement('Bucket', writeXmlFields({ Name })))
  sendS3Response(call, 200, writeXmlDocument('ListAllMyBucketsResult', writeXmlElement('Buckets', ...buckets)))
}

export function serveListObjects(call: AuthenticatedS3Request): void {
  const { query, place } = call
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString()
  const limit = limitOf(query)
  const { objects, prefixes, last, isTruncated } = page(current(call, prefix, after), { prefix, delimiter, limit })
  const summary = writeXmlFields({
    Name: place.bucket,
    Prefix: prefix,
    Delimiter: delimiter === '' ? undefined : delimiter,
    MaxKeys: limit,
    KeyCount: objects.length + prefixes.length,
    IsTruncated: isTruncated,
    NextContinuationToken: isTruncated ? Buffer.from(last).toString('base64url') : undefined,
  })
  const contents = objects.map(({ key, version }) => writeXmlElement('Contents', about(key, version)))
  const common = prefixes.map((Prefix) => writeXmlElement('CommonPrefixes', writeXmlFields({ Prefix })))
  sendS3Response(call, 200, writeXmlDocument('ListBucketResult', summary, ...contents, ...common))
}

interface Listed {
  readonly key: string
  readonly version: StoredObjectVersion
}

function current(call: AuthenticatedS3Request, prefix: string, after: string): Listed[] {
  return entriesOf(call, prefix).flatMap(({ key, versions: [version] }) =>
    version?.kind === 'stored' && compareKeys(key, after) > 0 ? [{ key, version }] : [],
  )
}

interface Paging {
  readonly prefix: string
  readonly delimiter: string
  readonly limit: number
}

function page(listed: readonly Listed[], { prefix, delimiter, limit }: Paging) {
  const objects: Listed[] = []
  const prefixes = new Set<string>()
  let last = ''
  for (const one of listed) {
    const cut = delimiter === '' ? -1 : one.key.indexOf(delimiter, prefix.length)
    const common = cut === -1 ? undefined : one.key.slice(0, cut + delimiter.length)
    if (common === undefined || !prefixes.has(common)) {
      if (objects.length + prefixes.size >= limit) return { objects, prefixes: [...prefixes], last, isTruncated: true }
      if (common === undefined) objects.push(one)
      else prefixes.add(common)
    }
    last = one.key
  }
  return { objects, prefixes: [...prefixes], last, isTruncated: false }
}

export function serveListObjectVersions(call: AuthenticatedS3Request): void {
  const { query, place } = call
  const prefix = query.get('prefix') ?? ''
  const limit = limitOf(query)
  const all = entriesOf(call, prefix).flatMap(({ key, versions }) =>
    versions.map((version, index) => ({ key, version, isLatest: index === 0 })),
  )
  const rest = all.slice(startOf(all, query.get('key-marker'), query.get('version-id-marker')))
  const pageItems = rest.slice(0, limit)
  const last = pageItems.at(-1)
  const isTruncated = rest.length > pageItems.length
  const summary = writeXmlFields({
    Name: place.bucket,
    Prefix: prefix,
    MaxKeys: limit,
    IsTruncated: isTruncated,
    NextKeyMarker: isTruncated ? last?.key : undefined,
    NextVersionIdMarker: isTruncated ? last?.version.id : undefined,
  })
  const versions = pageItems.map(({ key, version, isLatest }) => versionNode(key, version, isLatest))
  sendS3Response(call, 200, writeXmlDocument('ListVersionsResult', summary, ...versions))
}

function startOf(
  all: readonly { key: string; version: ObjectVersion }[],
  key: string | null,
  versionId: string | null,
): number {
  if (key === null) return 0
  const exact = all.findIndex((one) => one.key === key && one.version.id === versionId)
  if (exact !== -1) return exact + 1
  const next = all.findIndex((one) => compareKeys(one.key, key) > 0)
  return next === -1 ? all.length : next
}

function versionNode(key: string, version: ObjectVersion, isLatest: boolean): RawXml {
  const place = writeXmlFields({ IsLatest: isLatest, VersionId: version.id })
  if (version.kind === 'stored') return writeXmlElement('Version', place, about(key, version))
  return writeXmlElement('DeleteMarker', place, writeXmlFields({ Key: key, LastModified: version.modifiedAt }))
}

function about(key: string, version: StoredObjectVersion): RawXml {
  return writeXmlFields({
    Key: key,
    LastModified: version.modifiedAt,
    ETag: version.etag,
    Size: version.size,
    StorageClass: 'STANDARD',
  })
}

function entriesOf({ vault, place }: AuthenticatedS3Request, prefix: string): ObjectHistory[] {
  return vault.entries
    .all()
    .filter(({ bucket, key }) => bucket === place.bucket && key.startsWith(prefix))
    .toSorted((left, right) => compareKeys(left.key, right.key))
}

/** S3 orders keys by their UTF-8 bytes. */
function compareKeys(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

function limitOf(query: URLSearchParams): number {
  const limit = Number(query.get('max-keys') ?? pageLimit)
  if (!Number.isInteger(limit) || limit < 0)
    throw new S3StandInError(400, 'InvalidArgument', 'Provided max-keys not an integer')
  return Math.min(limit, pageLimit)
}

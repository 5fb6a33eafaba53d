import { pipeline } from 'node:stream/promises'
import { listDeleteActions, listTaggingActions } from '../authorization/s3-actions.ts'
import { readBodyText } from './body.ts'
import {
  type AuthenticatedS3Request,
  pickObjectHeaders,
  sendS3Response,
  parseTaggingHeader,
} from './authenticated-s3-request.ts'
import { parseCopySource } from './copy-source.ts'
import { readVersionLock, requireChecksum, requireUnlocked } from './object-lock.ts'
import { requireS3Permission } from './permission.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import {
  addObjectVersion,
  getObjectHistory,
  createObjectVersionStamp,
  removeObjectVersion,
  replaceObjectVersion,
  storeNewObjectVersion,
  type StoredObjectVersion,
  type ObjectLocation,
  type ObjectTag,
  type S3StandInState,
  requireObjectVersion,
  requireReadableVersion,
} from './s3-object-store.ts'
import { getChildText, type RawXml, writeXmlFields, writeXmlElement, parseXml, writeXmlDocument } from './xml.ts'

export async function servePutObject(call: AuthenticatedS3Request): Promise<void> {
  const { vault, place, headers, body, response } = call
  const lock = readVersionLock(vault, place, headers)
  if (lock) requireChecksum('Object', headers)
  const deposit = await vault.shelf.receive(body.bytes)
  try {
    body.check(deposit)
  } catch (error) {
    await deposit.discard()
    throw error
  }
  const about = {
    headers: pickObjectHeaders(headers),
    tags: parseTaggingHeader(headers),
    mustBeNew: headers.get('if-none-match') === '*',
    ...(lock && { lock }),
  }
  const version = await storeNewObjectVersion(vault, place, deposit, about)
  response.setHeader('etag', version.etag)
  response.setHeader('x-amz-version-id', version.id)
  sendS3Response(call, 200)
}

export async function serveCopyObject(call: AuthenticatedS3Request): Promise<void> {
  const { vault, place, headers, response } = call
  const { query, ...named } = parseCopySource(headers)
  const { lock: _, ...source } = requireReadableVersion(vault, named, query.get('versionId'))
  const lock = readVersionLock(vault, place, headers)
  const isReplacing = headers.get('x-amz-metadata-directive') === 'REPLACE'
  const copy: StoredObjectVersion = {
    ...source,
    ...createObjectVersionStamp(vault),
    file: await vault.shelf.copy(source.file),
    headers: isReplacing ? pickObjectHeaders(headers) : source.headers,
    tags: headers.get('x-amz-tagging-directive') === 'REPLACE' ? parseTaggingHeader(headers) : source.tags,
    ...(lock && { lock }),
  }
  addObjectVersion(vault, place, copy)
  response.setHeader('x-amz-version-id', copy.id)
  response.setHeader('x-amz-copy-source-version-id', source.id)
  sendS3Response(
    call,
    200,
    writeXmlDocument('CopyObjectResult', writeXmlFields({ ETag: copy.etag, LastModified: copy.modifiedAt })),
  )
}

export async function serveGetObject(call: AuthenticatedS3Request): Promise<void> {
  const { vault, place, query, response, request, headers } = call
  const [newest] = getObjectHistory(vault, place).versions
  if (newest?.kind === 'marker') response.setHeader('x-amz-delete-marker', 'true')
  const version = requireReadableVersion(vault, place, query.get('versionId'))
  describe(call, version)
  if (isKnown(headers.get('if-none-match'), version)) return sendS3Response(call, 304)
  if (headers.has('if-match') && !isKnown(headers.get('if-match'), version)) {
    throw new S3StandInError(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold')
  }
  const range = rangeOf(headers.get('range'), version.size)
  response.setHeader('content-length', range ? range.end - range.start + 1 : version.size)
  if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${version.size}`)
  else if (headers.get('x-amz-checksum-mode') === 'ENABLED' && version.crc32 !== null) {
    response.setHeader('x-amz-checksum-crc32', version.crc32)
  }
  response.writeHead(range ? 206 : 200)
  if (request.method === 'HEAD') response.end()
  else await pipeline(vault.shelf.read(version.file, range), response)
}

function describe({ query, response }: AuthenticatedS3Request, version: StoredObjectVersion): void {
  const overrides = [...query]
    .filter(([name]) => name.startsWith('response-'))
    .map(([name, value]): [string, string] => [name.slice('response-'.length), value])
  for (const [name, value] of Object.entries({ ...version.headers, ...Object.fromEntries(overrides) })) {
    if (/[^\t\x20-\x7e]/.test(value))
      throw new S3StandInError(400, 'InvalidArgument', `Header value cannot be sent: ${name}`)
    response.setHeader(name, value)
  }
  if (version.lock) {
    response.setHeader('x-amz-object-lock-mode', version.lock.mode)
    response.setHeader('x-amz-object-lock-retain-until-date', version.lock.until)
  }
  if (version.tags.length > 0) response.setHeader('x-amz-tagging-count', version.tags.length)
  response.setHeader('accept-ranges', 'bytes')
  response.setHeader('etag', version.etag)
  response.setHeader('last-modified', new Date(version.modifiedAt).toUTCString())
  response.setHeader('x-amz-version-id', version.id)
  // Files share the product's origin here, so none may run as a page of it.
  response.setHeader('content-security-policy', 'sandbox')
  response.setHeader('x-content-type-options', 'nosniff')
}

function isKnown(etags: string | undefined, { etag }: StoredObjectVersion): boolean {
  const listed = (etags ?? '').split(',').map((one) => one.trim())
  return listed.some((one) => one === '*' || one === etag || `"${one}"` === etag)
}

/** Reads `bytes=0-9`, `bytes=10-` and `bytes=-5`. Anything else is ignored, as HTTP requires. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw new S3StandInError(416, 'InvalidRange', 'The requested range is not satisfiable')
  return { start, end }
}

export function serveDeleteObject(call: AuthenticatedS3Request): void {
  const { place, query, response } = call
  const { versionId, marker } = removeObject(call, place.key, query.get('versionId'))
  response.setHeader('x-amz-version-id', versionId)
  if (marker) response.setHeader('x-amz-delete-marker', 'true')
  sendS3Response(call, 204)
}

const findStored = (vault: S3StandInState, place: ObjectLocation, versionId: string | null) => {
  const found = getObjectHistory(vault, place).versions.find(({ id }) => id === versionId)
  return found?.kind === 'stored' ? found : undefined
}

function removeObject({ vault, place, headers }: AuthenticatedS3Request, key: string, versionId: string | null) {
  const target = { bucket: place.bucket, key }
  if (versionId !== null) {
    requireUnlocked(vault, findStored(vault, target, versionId), headers)
    return { versionId, marker: removeObjectVersion(vault, target, versionId)?.kind === 'marker' }
  }
  const marker = { ...createObjectVersionStamp(vault), kind: 'marker' as const }
  addObjectVersion(vault, target, marker)
  return { versionId: marker.id, marker: true }
}

/** Up to 1000 objects per request. */
export async function serveDeleteObjects(call: AuthenticatedS3Request): Promise<void> {
  const wish = parseXml(await readBodyText(call.body))
  const quiet = getChildText(wish, 'Quiet') === 'true'
  const objects = wish.children.filter(({ name }) => name === 'Object')
  if (objects.length > 1000)
    throw new S3StandInError(400, 'MalformedXML', 'At most 1000 objects can be deleted at once.')
  const results = objects.map((object) => {
    const key = getChildText(object, 'Key') ?? ''
    const asked = getChildText(object, 'VersionId') ?? null
    const refusal = findRefusal(call, key, asked)
    if (refusal) return { refusal }
    const { versionId, marker } = removeObject(call, key, asked)
    return {
      deleted: writeXmlElement(
        'Deleted',
        writeXmlFields({
          Key: key,
          VersionId: asked ?? undefined,
          DeleteMarker: marker || undefined,
          DeleteMarkerVersionId: marker ? versionId : undefined,
        }),
      ),
    }
  })
  const reported = results.map(({ deleted, refusal }) => refusal ?? (quiet ? undefined : deleted))
  sendS3Response(call, 200, writeXmlDocument('DeleteResult', ...reported))
}

/** Each object is authorised separately: a refused one does not affect the others. */
function findRefusal(call: AuthenticatedS3Request, Key: string, versionId: string | null): RawXml | undefined {
  try {
    requireS3Permission(call, (request) => listDeleteActions(request, { ...call.place, key: Key }, versionId))
    requireUnlocked(call.vault, findStored(call.vault, { ...call.place, key: Key }, versionId), call.headers)
    return undefined
  } catch (error) {
    if (!(error instanceof S3StandInError)) throw error
    const { code: Code, message: Message } = error
    return writeXmlElement('Error', writeXmlFields({ Key, VersionId: versionId ?? undefined, Code, Message }))
  }
}

export function serveGetObjectTagging(call: AuthenticatedS3Request): void {
  const { tags } = requireObjectVersion(call.vault, call.place, call.query.get('versionId'))
  const set = tags.map(([Key, Value]) => writeXmlElement('Tag', writeXmlFields({ Key, Value })))
  sendS3Response(call, 200, writeXmlDocument('Tagging', writeXmlElement('TagSet', ...set)))
}

export async function servePutObjectTagging(call: AuthenticatedS3Request): Promise<void> {
  const [set] = parseXml(await readBodyText(call.body)).children
  const tags = (set?.children ?? []).map((tag): ObjectTag => [
    getChildText(tag, 'Key') ?? '',
    getChildText(tag, 'Value') ?? '',
  ])
  requireS3Permission(call, (request) => listTaggingActions(request, tags))
  changeTags(call, tags, 200)
}

export function serveDeleteObjectTagging(call: AuthenticatedS3Request): void {
  changeTags(call, [], 204)
}

function changeTags(call: AuthenticatedS3Request, tags: readonly ObjectTag[], status: number): void {
  const { vault, place, query, response } = call
  if (tags.length > 10) throw new S3StandInError(400, 'BadRequest', 'Object tags cannot be greater than 10')
  const version = requireObjectVersion(vault, place, query.get('versionId'))
  replaceObjectVersion(vault, place, { ...version, tags })
  response.setHeader('x-amz-version-id', version.id)
  sendS3Response(call, status)
}

import { createHash, randomUUID } from 'node:crypto'
import { readBodyText } from './body.ts'
import {
  type AuthenticatedS3Request,
  pickObjectHeaders,
  sendS3Response,
  parseTaggingHeader,
} from './authenticated-s3-request.ts'
import { readVersionLock, requireChecksum } from './object-lock.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import {
  addObjectVersion,
  createObjectVersionStamp,
  type UploadedPart,
  type MultipartUpload,
} from './s3-object-store.ts'
import { getChildText, writeXmlFields, parseXml, writeXmlDocument } from './xml.ts'

const smallestPartBytes = 5 * 1024 * 1024
const lastPartNumber = 10_000

export function serveCreateMultipartUpload(call: AuthenticatedS3Request): void {
  const { vault, place, headers } = call
  const id = randomUUID()
  // S3 dates an object by the beginning of its upload.
  const lock = readVersionLock(vault, place, headers)
  const about = { headers: pickObjectHeaders(headers), tags: parseTaggingHeader(headers), ...(lock && { lock }) }
  vault.uploads.put(id, { ...place, ...about, parts: [] })
  const result = writeXmlFields({ Bucket: place.bucket, Key: place.key, UploadId: id })
  sendS3Response(call, 200, writeXmlDocument('InitiateMultipartUploadResult', result))
}

export async function serveUploadPart(call: AuthenticatedS3Request): Promise<void> {
  const { vault, query, headers, body, response } = call
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > lastPartNumber) {
    throw new S3StandInError(400, 'InvalidArgument', `Part number must be an integer between 1 and ${lastPartNumber}`)
  }
  if (uploadOf(call).lock) requireChecksum('Part', headers)
  const deposit = await vault.shelf.receive(body.bytes)
  try {
    body.check(deposit)
  } catch (error) {
    await deposit.discard()
    throw error
  }
  const etag = `"${deposit.md5.toString('hex')}"`
  const part: UploadedPart = { number, file: await deposit.keep(), size: deposit.size, etag }
  // Re-read: other parts may have arrived meanwhile.
  const upload = uploadOf(call)
  for (const { file } of upload.parts.filter((one) => one.number === number)) vault.shelf.remove(file)
  const parts = [...upload.parts.filter((one) => one.number !== number), part]
  vault.uploads.put(uploadId(call), { ...upload, parts })
  response.setHeader('etag', etag)
  sendS3Response(call, 200)
}

export async function serveCompleteMultipartUpload(call: AuthenticatedS3Request): Promise<void> {
  const { vault, place, body, response } = call
  const upload = uploadOf(call)
  const chosen = chosenParts(upload, await readBodyText(body))
  const deposit = await vault.shelf.receive(joined(call, chosen))
  const version = {
    ...createObjectVersionStamp(vault),
    kind: 'stored' as const,
    file: await deposit.keep(),
    size: deposit.size,
    etag: etagOf(chosen),
    crc32: null,
    headers: upload.headers,
    tags: upload.tags,
    ...(upload.lock && { lock: upload.lock }),
  }
  addObjectVersion(vault, place, version)
  forget(call, upload)
  response.setHeader('x-amz-version-id', version.id)
  const result = writeXmlFields({ Bucket: place.bucket, Key: place.key, ETag: version.etag })
  sendS3Response(call, 200, writeXmlDocument('CompleteMultipartUploadResult', result))
}

export function serveAbortMultipartUpload(call: AuthenticatedS3Request): void {
  forget(call, uploadOf(call))
  sendS3Response(call, 204)
}

/** The parts that the client lists: uploaded, in ascending order, and of S3's minimum size except the last. */
function chosenParts(upload: MultipartUpload, xml: string): UploadedPart[] {
  const wished = parseXml(xml).children.filter(({ name }) => name === 'Part')
  const parts = wished.map((wish) => {
    const part = upload.parts.find(({ number }) => String(number) === getChildText(wish, 'PartNumber'))
    const etag = getChildText(wish, 'ETag')
    if (!part || (etag !== part.etag && `"${etag}"` !== part.etag)) {
      throw new S3StandInError(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
    }
    return part
  })
  if (parts.length === 0) throw new S3StandInError(400, 'MalformedXML', 'A multipart upload needs at least one part.')
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3StandInError(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
  }
  if (parts.slice(0, -1).some((part) => part.size < smallestPartBytes)) {
    throw new S3StandInError(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  }
  return parts
}

async function* joined({ vault }: AuthenticatedS3Request, parts: readonly UploadedPart[]): AsyncGenerator<Uint8Array> {
  for (const { file } of parts) yield* vault.shelf.read(file)
}

function etagOf(parts: readonly UploadedPart[]): string {
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(Buffer.from(etag.slice(1, -1), 'hex'))
  return `"${hash.digest('hex')}-${parts.length}"`
}

function forget(call: AuthenticatedS3Request, upload: MultipartUpload): void {
  call.vault.uploads.delete(uploadId(call))
  for (const { file } of upload.parts) call.vault.shelf.remove(file)
}

function uploadOf(call: AuthenticatedS3Request): MultipartUpload {
  const upload = call.vault.uploads.get(uploadId(call))
  if (upload && upload.bucket === call.place.bucket && upload.key === call.place.key) return upload
  throw new S3StandInError(404, 'NoSuchUpload', 'The specified multipart upload does not exist.')
}

function uploadId({ query }: AuthenticatedS3Request): string {
  return query.get('uploadId') ?? ''
}

import { createHash, randomUUID } from 'node:crypto'
import { readSmall } from './body.ts'
import { type Call, keptHeaders, send, tagsOf } from './call.ts'
import { S3Error } from './s3-error.ts'
import { addVersion, newVersion, type Part, type Upload } from './vault.ts'
import { childText, fields, parseXml, xmlDocument } from './xml.ts'

const smallestPartBytes = 5 * 1024 * 1024
const lastPartNumber = 10_000

export function createUpload(call: Call): void {
  const { vault, place, headers } = call
  const id = randomUUID()
  vault.uploads.put(id, { ...place, headers: keptHeaders(headers), tags: tagsOf(headers), parts: [] })
  const result = fields({ Bucket: place.bucket, Key: place.key, UploadId: id })
  send(call, 200, xmlDocument('InitiateMultipartUploadResult', result))
}

export async function uploadPart(call: Call): Promise<void> {
  const { vault, query, body, response } = call
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > lastPartNumber) {
    throw new S3Error(400, 'InvalidArgument', `Part number must be an integer between 1 and ${lastPartNumber}`)
  }
  uploadOf(call)
  const deposit = await vault.shelf.receive(body.bytes)
  try {
    body.check(deposit)
  } catch (error) {
    await deposit.discard()
    throw error
  }
  const etag = `"${deposit.md5.toString('hex')}"`
  const part: Part = { number, file: await deposit.keep(), size: deposit.size, etag }
  // Read again: other parts may have arrived meanwhile.
  const upload = uploadOf(call)
  for (const { file } of upload.parts.filter((one) => one.number === number)) vault.shelf.remove(file)
  const parts = [...upload.parts.filter((one) => one.number !== number), part]
  vault.uploads.put(uploadId(call), { ...upload, parts })
  response.setHeader('etag', etag)
  send(call, 200)
}

export async function completeUpload(call: Call): Promise<void> {
  const { vault, place, body, response } = call
  const upload = uploadOf(call)
  const chosen = chosenParts(upload, await readSmall(body))
  const deposit = await vault.shelf.receive(joined(call, chosen))
  const version = {
    ...newVersion(vault),
    kind: 'stored' as const,
    file: await deposit.keep(),
    size: deposit.size,
    etag: etagOf(chosen),
    crc32: null,
    headers: upload.headers,
    tags: upload.tags,
  }
  addVersion(vault, place, version)
  forget(call, upload)
  response.setHeader('x-amz-version-id', version.id)
  const result = fields({ Bucket: place.bucket, Key: place.key, ETag: version.etag })
  send(call, 200, xmlDocument('CompleteMultipartUploadResult', result))
}

export function abortUpload(call: Call): void {
  forget(call, uploadOf(call))
  send(call, 204)
}

/** The parts that the client lists: uploaded, in ascending order, and of S3's minimum size except the last. */
function chosenParts(upload: Upload, xml: string): Part[] {
  const wished = parseXml(xml).children.filter(({ name }) => name === 'Part')
  const parts = wished.map((wish) => {
    const part = upload.parts.find(({ number }) => String(number) === childText(wish, 'PartNumber'))
    const etag = childText(wish, 'ETag')
    if (!part || (etag !== part.etag && `"${etag}"` !== part.etag)) {
      throw new S3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.')
    }
    return part
  })
  if (parts.length === 0) throw new S3Error(400, 'MalformedXML', 'A multipart upload needs at least one part.')
  if (parts.some((part, index) => part.number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
  }
  if (parts.slice(0, -1).some((part) => part.size < smallestPartBytes)) {
    throw new S3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  }
  return parts
}

async function* joined({ vault }: Call, parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  for (const { file } of parts) yield* vault.shelf.read(file)
}

function etagOf(parts: readonly Part[]): string {
  const hash = createHash('md5')
  for (const { etag } of parts) hash.update(Buffer.from(etag.slice(1, -1), 'hex'))
  return `"${hash.digest('hex')}-${parts.length}"`
}

function forget(call: Call, upload: Upload): void {
  call.vault.uploads.delete(uploadId(call))
  for (const { file } of upload.parts) call.vault.shelf.remove(file)
}

function uploadOf(call: Call): Upload {
  const upload = call.vault.uploads.get(uploadId(call))
  if (upload && upload.bucket === call.place.bucket && upload.key === call.place.key) return upload
  throw new S3Error(404, 'NoSuchUpload', 'The specified multipart upload does not exist.')
}

function uploadId({ query }: Call): string {
  return query.get('uploadId') ?? ''
}

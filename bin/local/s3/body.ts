import type { IncomingMessage } from 'node:http'
import { createNotImplementedError, S3StandInError } from './s3-stand-in-error.ts'
import { createContentDigester, type ContentDigests } from './local-file-storage.ts'

export interface S3RequestBody {
  readonly bytes: AsyncIterable<Uint8Array>
  /**
   * Call when all bytes have been read.
   * @throws {S3StandInError} if they do not match the headers
   */
  readonly check: (received: ContentDigests) => void
}

/** The headers sent and those that a presigned link carries in its query. */
export type S3RequestHeaders = ReadonlyMap<string, string>

const smallLimitBytes = 1024 * 1024

/** @param payloadHash hash covered by the signature, see `authenticateS3Request` */
export function openS3RequestBody(
  request: IncomingMessage,
  headers: S3RequestHeaders,
  payloadHash: string,
): S3RequestBody {
  refuseUnknownChecksums(headers)
  if (!payloadHash.startsWith('STREAMING-')) {
    // The iterator would destroy the request by default, and cut off the error response.
    const bytes = { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) }
    return { bytes, check: (received) => checkPlain(received, headers, payloadHash) }
  }
  if (payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw createNotImplementedError('signed chunks')
  const trailers = new Map<string, string>()
  return {
    bytes: unchunked(request, trailers),
    check: (received) => {
      const promised = headers.get('x-amz-trailer')
      if (promised !== undefined && !trailers.has(promised.toLowerCase())) {
        throw new S3StandInError(400, 'MalformedTrailerError', `The request ended without its trailer ${promised}.`)
      }
      if (String(received.size) !== headers.get('x-amz-decoded-content-length')) {
        throw new S3StandInError(400, 'IncompleteBody', 'The body is not as long as x-amz-decoded-content-length says.')
      }
      checkSums(received, new Map([...headers, ...trailers]))
    },
  }
}

/** For a body that is an instruction, not an object: limited to 1 MiB. */
export async function readBodyText({ bytes, check }: S3RequestBody): Promise<string> {
  const chunks: Uint8Array[] = []
  const measure = createContentDigester()
  for await (const chunk of bytes) {
    if (measure.add(chunk) > smallLimitBytes) throw new S3StandInError(400, 'MalformedXML', 'The document is too long.')
    chunks.push(chunk)
  }
  check(measure.digests())
  return Buffer.concat(chunks).toString('utf8')
}

function checkPlain(received: ContentDigests, headers: S3RequestHeaders, payloadHash: string): void {
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && received.sha256.toString('hex') !== payloadHash) {
    throw new S3StandInError(400, 'XAmzContentSHA256Mismatch', 'The body does not have the hash that was signed.')
  }
  checkSums(received, headers)
}

function checkSums(received: ContentDigests, headers: S3RequestHeaders): void {
  const actual = {
    'content-md5': received.md5.toString('base64'),
    'x-amz-checksum-crc32': received.crc32,
    'x-amz-checksum-sha1': received.sha1,
    'x-amz-checksum-sha256': received.sha256.toString('base64'),
  }
  for (const [name, value] of Object.entries(actual)) {
    const promised = headers.get(name)
    if (promised !== undefined && promised !== value) {
      throw new S3StandInError(400, 'BadDigest', `The ${name} you specified did not match the one we calculated.`)
    }
  }
}

function refuseUnknownChecksums(headers: S3RequestHeaders): void {
  const unknown = ['x-amz-checksum-crc32c', 'x-amz-checksum-crc64nvme'].find((name) => headers.has(name))
  if (unknown) throw createNotImplementedError(unknown)
}

/** Removes the `aws-chunked` framing; `trailers` is complete when the stream has been read. */
async function* unchunked(
  source: AsyncIterable<Uint8Array>,
  trailers: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  const reader = createReader(source)
  for (;;) {
    const length = Number.parseInt((await reader.line()).split(';')[0] ?? '', 16)
    if (Number.isNaN(length)) throw incomplete()
    if (length === 0) break
    yield* reader.take(length)
    if ((await reader.line()) !== '') throw incomplete()
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const at = line.indexOf(':')
    trailers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
  }
}

const longestLine = 16 * 1024

function createReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const more = async (): Promise<void> => {
    const next = await chunks.next()
    if (next.done) throw incomplete()
    held = Buffer.concat([held, next.value])
  }
  return {
    line: async (): Promise<string> => {
      while (!held.includes('\r\n')) {
        if (held.length > longestLine) throw incomplete()
        await more()
      }
      const end = held.indexOf('\r\n')
      const line = held.subarray(0, end).toString('latin1')
      held = held.subarray(end + 2)
      return line
    },
    async *take(length: number): AsyncGenerator<Uint8Array> {
      let left = length
      while (left > 0) {
        if (held.length === 0) await more()
        const piece = held.subarray(0, left)
        held = held.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    },
  }
}

function incomplete(): S3StandInError {
  return new S3StandInError(400, 'IncompleteBody', 'The request body terminated unexpectedly')
}

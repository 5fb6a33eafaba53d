import type { S3RequestHeaders } from './body.ts'
import { S3StandInError } from './s3-stand-in-error.ts'

export interface CopySource {
  readonly bucket: string
  readonly key: string
  /** With `versionId`, where a version is named. */
  readonly query: URLSearchParams
}

const invalid = (message: string): S3StandInError => new S3StandInError(400, 'InvalidArgument', message)

/**
 * Reads `bucket/key?versionId=…`, with or without a slash before it; the slash after the bucket may be encoded too.
 * @throws {S3StandInError} `InvalidArgument`
 */
export function parseCopySource(headers: S3RequestHeaders): CopySource {
  const [encoded = '', search] = (headers.get('x-amz-copy-source') ?? '').split('?')
  const path = decode(encoded).replace(/^\//, '')
  const [bucket = '', ...rest] = path.split('/')
  const key = rest.join('/')
  if (bucket === '') throw invalid('Invalid copy source bucket name')
  if (key === '') throw invalid('Invalid copy source object key')
  return { bucket, key, query: new URLSearchParams(search) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('Invalid copy source encoding')
  }
}

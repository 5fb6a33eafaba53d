import type { IncomingMessage, ServerResponse } from 'node:http'
import type { S3Signature } from './admission.ts'
import type { S3RequestBody, S3RequestHeaders } from './body.ts'
import type { ObjectHeaders, ObjectLocation, ObjectTag, S3StandInState } from './s3-object-store.ts'

/** `place.key` is empty for bucket operations. */
export interface AuthenticatedS3Request {
  readonly vault: S3StandInState
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly place: ObjectLocation
  readonly query: URLSearchParams
  readonly headers: S3RequestHeaders
  readonly body: S3RequestBody
  readonly signature: S3Signature
}

const kept = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-server-side-encryption-bucket-key-enabled',
]

export function pickObjectHeaders(headers: S3RequestHeaders): ObjectHeaders {
  const pairs = [...headers].filter(([name]) => kept.includes(name) || name.startsWith('x-amz-meta-'))
  // `aws-chunked` is a transfer encoding, not a property of the object.
  const own = pairs.map(([name, value]): [string, string] => [
    name,
    name === 'content-encoding' ? value.replace(/^aws-chunked,?\s*/, '') : value,
  ])
  return Object.fromEntries([['content-type', 'binary/octet-stream'], ...own.filter(([, value]) => value !== '')])
}

export function parseTaggingHeader(headers: S3RequestHeaders): ObjectTag[] {
  return [...new URLSearchParams(headers.get('x-amz-tagging') ?? '')]
}

export function sendS3Response(
  { request, response }: Pick<AuthenticatedS3Request, 'request' | 'response'>,
  status: number,
  xml?: string,
): void {
  if (xml !== undefined) response.setHeader('content-type', 'application/xml')
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : xml)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Body, Headers } from './body.ts'
import type { KeptHeaders, Place, Tag, Vault } from './vault.ts'

/** An authenticated request. `place.key` is empty for bucket operations. */
export interface Call {
  readonly vault: Vault
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly place: Place
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Body
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

export function keptHeaders(headers: Headers): KeptHeaders {
  const pairs = [...headers].filter(([name]) => kept.includes(name) || name.startsWith('x-amz-meta-'))
  // `aws-chunked` is how the body travelled, not what it is.
  const own = pairs.map(([name, value]): [string, string] => [
    name,
    name === 'content-encoding' ? value.replace(/^aws-chunked,?\s*/, '') : value,
  ])
  return Object.fromEntries([['content-type', 'binary/octet-stream'], ...own.filter(([, value]) => value !== '')])
}

export function tagsOf(headers: Headers): Tag[] {
  return [...new URLSearchParams(headers.get('x-amz-tagging') ?? '')]
}

export function send({ request, response }: Pick<Call, 'request' | 'response'>, status: number, xml?: string): void {
  if (xml !== undefined) response.setHeader('content-type', 'application/xml')
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : xml)
}

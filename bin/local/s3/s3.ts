import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { asDeployed, type IsOn } from '../protections.ts'
import { pathOf, queryOf, SignatureError } from '../sigv4.ts'
import type { StandIn } from '../stand-in.ts'
import type { Store } from '../store.ts'
import { admit, decodeSegment } from './admission.ts'
import { bodyOf, type Headers } from './body.ts'
import { allowOrigin, answerPreflight } from './bucket-settings.ts'
import { send } from './call.ts'
import { listBuckets } from './listing.ts'
import { operationFor } from './operations.ts'
import { postObject } from './post-object.ts'
import { S3Error, signatureRefusals } from './s3-error.ts'
import { openShelf } from './shelf.ts'
import { filesHeld, type Vault } from './vault.ts'
import { fields, xmlDocument } from './xml.ts'

export interface S3Options {
  readonly store: Store
  readonly directory: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The path below which buckets lie, e.g. `/_local/s3`, or nothing for a server of its own. */
  readonly basePath: string
  readonly buckets: readonly string[]
  /** Browser origins that may read and write. */
  readonly allowedOrigins: readonly string[]
  /** Must be the clock that the SDK signs with. */
  readonly now?: () => Date
  /**
   * Which protections the buckets report as on.
   * @default those that lib/ deploys
   */
  readonly isOn?: IsOn
}

export function createS3(options: S3Options): StandIn {
  const { store, directory, buckets, now = () => new Date(), isOn = asDeployed } = options
  const vault: Vault = {
    entries: store.collection('s3.entries'),
    uploads: store.collection('s3.uploads'),
    shelf: openShelf(directory),
    buckets: new Set(buckets),
    key: { ...options, service: 's3' },
    now,
    isOn,
  }
  vault.shelf.keepOnly(filesHeld(vault))
  const base = options.basePath.replace(/\/$/, '')
  return {
    answer: async (request, response) => {
      response.setHeader('x-amz-request-id', randomUUID())
      try {
        allowOrigin(options.allowedOrigins, request, response)
        if (request.method === 'OPTIONS') answerPreflight(options.allowedOrigins, request, response)
        else await answer(vault, base, request, response)
      } catch (error) {
        refuse(request, response, error)
      }
    },
  }
}

async function answer(vault: Vault, base: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = pathOf(request)
  if (!path.startsWith(`${base}/`)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const [bucket = '', ...key] = path
    .slice(base.length + 1)
    .split('/')
    .map((segment) => decodeSegment(segment))
  const place = { bucket, key: key.join('/') }
  if (request.method === 'POST' && isForm(request)) {
    requireBucket(vault, bucket)
    return postObject(vault, bucket, request, response)
  }
  const payloadHash = admit(vault, request)
  if (bucket === '') return listBuckets({ vault, request, response })
  requireBucket(vault, bucket)
  const query = queryOf(request)
  const headers = headersOf(request, query)
  const body = bodyOf(request, headers, payloadHash)
  const operation = operationFor({ method: request.method ?? 'GET', query, headers, hasKey: place.key !== '' })
  await operation({ vault, request, response, place, query, headers, body })
}

function isForm(request: IncomingMessage): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') ?? false
}

function requireBucket(vault: Vault, bucket: string): void {
  if (!vault.buckets.has(bucket)) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist')
}

/** A presigned link carries in its query the `x-amz-…` headers that its signer set; they count as headers. */
function headersOf(request: IncomingMessage, query: URLSearchParams): Headers {
  const inQuery = [...query].filter(([name]) => name.startsWith('x-amz-'))
  const sent = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(','),
  ])
  return new Map([...sent, ...inQuery])
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code, message } = asS3Error(error)
  // Half an answer cannot be taken back: let the client notice that it is cut off.
  if (response.headersSent) return void response.destroy()
  // What is left of a refused upload is dropped, so that the client gets to read why.
  request.resume()
  response.removeHeader('content-length')
  send({ request, response }, status, xmlDocument('Error', fields({ Code: code, Message: message })))
}

function asS3Error(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof S3Error) return error
  if (error instanceof SignatureError) return { ...signatureRefusals[error.problem], message: error.message }
  console.error(error)
  return new S3Error(500, 'InternalError', 'Something went wrong in the stand-in; its log says what.')
}

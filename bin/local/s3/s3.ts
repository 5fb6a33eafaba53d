import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AuthorizeCall } from '../authorization/authorize-call.ts'
import { listBucketsActions } from '../authorization/s3-actions.ts'
import { createSigningKeyLookup } from '../authorization/signing-keys.ts'
import { isSecurityControlDeployed, type IsSecurityControlOn } from '../security-controls.ts'
import { getRawPath, getQueryParameters, SignatureError } from '../sigv4.ts'
import type { ServiceStandIn } from '../service-stand-in.ts'
import type { DocumentStore } from '../document-store.ts'
import { authenticateS3Request, decodePathSegment } from './admission.ts'
import { openS3RequestBody, type S3RequestHeaders } from './body.ts'
import { setCorsHeaders, answerCorsPreflight } from './bucket-settings.ts'
import { sendS3Response } from './authenticated-s3-request.ts'
import { serveListBuckets } from './listing.ts'
import { maskMissingObject, requireS3Permission } from './permission.ts'
import { findS3Operation } from './operations.ts'
import { servePostObject } from './post-object.ts'
import type { BucketLock } from './object-lock.ts'
import { S3StandInError, s3SignatureErrors } from './s3-stand-in-error.ts'
import { openLocalFileStorage } from './local-file-storage.ts'
import {
  listReferencedObjectFiles,
  scanUntaggedVersions,
  type ObjectScan,
  type S3StandInState,
} from './s3-object-store.ts'
import { writeXmlFields, writeXmlDocument } from './xml.ts'

export interface S3StandInOptions {
  readonly store: DocumentStore
  readonly directory: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Path above the buckets, e.g. `/_local/s3`; empty for a server of its own. */
  readonly basePath: string
  readonly buckets: readonly string[]
  /** @default - no bucket has Object Lock */
  readonly locks?: ReadonlyMap<string, BucketLock>
  readonly allowedOrigins: readonly string[]
  /** Must be the clock that the SDK signs with. */
  readonly now?: () => Date
  /**
   * Protections that the buckets report as enabled.
   * @default those that lib/ deploys
   */
  readonly isOn?: IsSecurityControlOn
  readonly authorizeCall?: AuthorizeCall | undefined
  readonly scan?: ObjectScan
}

export function createS3StandIn(options: S3StandInOptions): ServiceStandIn & { readonly scanUntagged: () => void } {
  const { store, directory, buckets, now = () => new Date(), isOn = isSecurityControlDeployed, authorizeCall } = options
  const vault: S3StandInState = {
    entries: store.collection('s3.entries'),
    uploads: store.collection('s3.uploads'),
    shelf: openLocalFileStorage(directory),
    buckets: new Set(buckets),
    locks: options.locks ?? new Map(),
    region: options.region,
    keys: createSigningKeyLookup({ region: options.region, service: 's3', operator: options, authorizeCall }),
    now,
    isOn,
    authorizeCall,
    scan: options.scan,
  }
  vault.shelf.keepOnly(listReferencedObjectFiles(vault))
  const base = options.basePath.replace(/\/$/, '')
  return {
    scanUntagged: () => scanUntaggedVersions(vault),
    answer: async (request, response) => {
      response.setHeader('x-amz-request-id', randomUUID())
      try {
        setCorsHeaders(options.allowedOrigins, request, response)
        if (request.method === 'OPTIONS') answerCorsPreflight(options.allowedOrigins, request, response)
        else await answer(vault, base, request, response)
      } catch (error) {
        refuse(request, response, error)
      }
    },
  }
}

async function answer(
  vault: S3StandInState,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = getRawPath(request)
  if (!path.startsWith(`${base}/`)) throw new S3StandInError(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const [bucket = '', ...key] = path
    .slice(base.length + 1)
    .split('/')
    .map((segment) => decodePathSegment(segment))
  const place = { bucket, key: key.join('/') }
  if (request.method === 'POST' && isForm(request)) {
    requireBucket(vault, bucket)
    return servePostObject(vault, bucket, request, response)
  }
  const signature = authenticateS3Request(vault, request)
  const query = getQueryParameters(request)
  const headers = headersOf(request, query)
  const asked = { vault, request, response, place, query, headers, signature }
  if (bucket === '') {
    requireS3Permission(asked, () => listBucketsActions)
    return serveListBuckets(asked)
  }
  requireBucket(vault, bucket)
  const body = openS3RequestBody(request, headers, signature.payloadHash)
  const operation = findS3Operation({ method: request.method ?? 'GET', query, headers, hasKey: place.key !== '' })
  try {
    await operation({ ...asked, body })
  } catch (error) {
    throw maskMissingObject(asked, error)
  }
}

function isForm(request: IncomingMessage): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') ?? false
}

function requireBucket(vault: S3StandInState, bucket: string): void {
  if (!vault.buckets.has(bucket)) throw new S3StandInError(404, 'NoSuchBucket', 'The specified bucket does not exist')
}

/** A presigned link carries in its query the `x-amz-…` headers that its signer set; they count as headers. */
function headersOf(request: IncomingMessage, query: URLSearchParams): S3RequestHeaders {
  const inQuery = [...query].filter(([name]) => name.startsWith('x-amz-'))
  const sent = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(','),
  ])
  return new Map([...sent, ...inQuery])
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code, message } = asS3Error(error)
  // A started response cannot be replaced by an error: abort, so that the client notices.
  if (response.headersSent) return void response.destroy()
  // Drains a refused upload, so that the client reads the error.
  request.resume()
  response.removeHeader('content-length')
  sendS3Response(
    { request, response },
    status,
    writeXmlDocument('Error', writeXmlFields({ Code: code, Message: message })),
  )
}

function asS3Error(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof S3StandInError) return error
  if (error instanceof SignatureError) return { ...s3SignatureErrors[error.problem], message: error.message }
  console.error(error)
  return new S3StandInError(500, 'InternalError', 'Something went wrong in the stand-in; its log says what.')
}

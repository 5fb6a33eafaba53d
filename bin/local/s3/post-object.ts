import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import busboy from 'busboy'
import { listPostActions } from '../authorization/s3-actions.ts'
import { pickObjectHeaders, sendS3Response, parseTaggingHeader } from './authenticated-s3-request.ts'
import { readVersionLock } from './object-lock.ts'
import { requireS3Permission } from './permission.ts'
import { checkUploadPolicy, type UploadFormFields } from './post-policy.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import { storeNewObjectVersion, type StoredObjectVersion, type S3StandInState } from './s3-object-store.ts'
import { writeXmlFields as xmlFields, writeXmlDocument } from './xml.ts'

interface Form {
  readonly fields: UploadFormFields
  readonly filename: string
  readonly file: Readable
}

interface Posted {
  readonly key: string
  readonly fields: UploadFormFields
  readonly version: StoredObjectVersion
}

/** The file is read only after the policy was checked. */
export async function servePostObject(
  vault: S3StandInState,
  bucket: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const posted = await readForm(request, (form) => accept({ vault, request, bucket }, form))
  response.setHeader('etag', posted.version.etag)
  response.setHeader('x-amz-version-id', posted.version.id)
  reply({ request, response }, bucket, posted)
}

function reply(call: { request: IncomingMessage; response: ServerResponse }, bucket: string, posted: Posted): void {
  const { fields, key, version } = posted
  const redirect = fields.get('success_action_redirect')
  if (redirect !== undefined && URL.canParse(redirect)) {
    const location = new URL(redirect)
    for (const [name, value] of Object.entries({ bucket, key, etag: version.etag })) {
      location.searchParams.set(name, value)
    }
    call.response.setHeader('location', location.href)
    return sendS3Response(call, 303)
  }
  const status = fields.get('success_action_status')
  if (status === '201') {
    return sendS3Response(
      call,
      201,
      writeXmlDocument('PostResponse', xmlFields({ Bucket: bucket, Key: key, ETag: version.etag })),
    )
  }
  sendS3Response(call, status === '200' ? 200 : 204)
}

interface PostedTo {
  readonly vault: S3StandInState
  readonly request: IncomingMessage
  readonly bucket: string
}

async function accept({ vault, request, bucket }: PostedTo, { fields, filename, file }: Form): Promise<Posted> {
  const { length, key: signer } = checkUploadPolicy(vault, bucket, fields)
  const key = (fields.get('key') ?? '').replaceAll('${filename}', filename)
  const place = { bucket, key }
  const signature = { key: signer, type: 'POST' } as const
  requireS3Permission(
    { vault, request, place, query: new URLSearchParams(), headers: fields, signature },
    listPostActions,
  )
  const deposit = await vault.shelf.receive(file.iterator({ destroyOnReturn: false }), length.max)
  if (deposit.size < length.min) {
    await deposit.discard()
    throw new S3StandInError(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size')
  }
  const lock = readVersionLock(vault, place, fields)
  const about = { headers: pickObjectHeaders(fields), tags: parseTaggingHeader(fields), ...(lock && { lock }) }
  return { key, fields, version: await storeNewObjectVersion(vault, place, deposit, about) }
}

const formLimits = { files: 1, fields: 100, fieldNameSize: 200, fieldSize: 20 * 1024 }

/** `onFile` gets the file as a stream once the fields are read. Fields after the file are ignored, as in S3. */
function readForm<R>(request: IncomingMessage, onFile: (form: Form) => Promise<R>): Promise<R> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>()
    let problem = new S3StandInError(
      400,
      'InvalidArgument',
      'POST requires exactly one file upload, in a field named `file`.',
    )
    let state: 'fields' | 'refused' | 'taken' = 'fields'
    let isBroken = false
    const parser = busboy({ headers: request.headers, limits: formLimits })
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) {
        state = 'refused'
        problem = new S3StandInError(400, 'MaxPostPreDataLengthExceededError', 'Your POST request fields are too long.')
      }
      fields.set(name.toLowerCase(), value)
    })
    parser.on('file', (name, file, { filename = '' }) => {
      // An error also reaches the stream's reader; a stream without one must not throw.
      file.on('error', () => undefined)
      // A refused upload is drained, so that the client reads the error.
      if (state !== 'fields' || name.toLowerCase() !== 'file') return void file.resume()
      state = 'taken'
      onFile({ fields: new Map(fields), filename, file })
        .finally(() => file.resume())
        .then(resolve, (error: unknown) => reject(isBroken ? problem : error))
    })
    pipeline(request, parser, (error) => {
      if (error) {
        isBroken = true
        problem = new S3StandInError(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.')
      }
      // An accepted file reports its own error after its clean-up.
      if (state !== 'taken') reject(problem)
    })
  })
}

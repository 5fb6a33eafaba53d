import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AuthenticatedS3Request, sendS3Response } from './authenticated-s3-request.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import { writeXmlFields, writeXmlElement, type RawXml, writeXmlDocument } from './xml.ts'

const sendXml = (call: AuthenticatedS3Request, name: string, ...content: readonly (RawXml | undefined)[]): void =>
  sendS3Response(call, 200, writeXmlDocument(name, ...content))

/** Without a key of the bucket's own, S3 encrypts with its keys and reports so. */
export function serveGetBucketEncryption(call: AuthenticatedS3Request): void {
  const ownKey = call.vault.isOn('files-key')
  const algorithm = ownKey
    ? { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: `arn:aws:kms:${call.vault.region}:000000000000:key/files` }
    : { SSEAlgorithm: 'AES256' }
  const rule = [
    writeXmlElement('ApplyServerSideEncryptionByDefault', writeXmlFields(algorithm)),
    writeXmlElement('BucketKeyEnabled', ownKey),
  ]
  sendXml(call, 'ServerSideEncryptionConfiguration', writeXmlElement('Rule', ...rule))
}

export function serveGetPublicAccessBlock(call: AuthenticatedS3Request): void {
  if (!call.vault.isOn('files-public')) {
    throw new S3StandInError(
      404,
      'NoSuchPublicAccessBlockConfiguration',
      'The public access block configuration was not found',
    )
  }
  const blocked = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: true,
    RestrictPublicBuckets: true,
  }
  sendXml(call, 'PublicAccessBlockConfiguration', writeXmlFields(blocked))
}

/** The stand-in always keeps versions; only AWS loses them without versioning. */
export const serveGetBucketVersioning = (call: AuthenticatedS3Request): void =>
  sendXml(
    call,
    'VersioningConfiguration',
    writeXmlElement('Status', call.vault.isOn('files-versions') ? 'Enabled' : 'Suspended'),
  )

export const serveGetBucketLogging = (call: AuthenticatedS3Request): void =>
  sendXml(
    call,
    'BucketLoggingStatus',
    call.vault.isOn('files-log')
      ? writeXmlElement(
          'LoggingEnabled',
          writeXmlFields({ TargetBucket: `${call.place.bucket}-logs`, TargetPrefix: 'files/' }),
        )
      : undefined,
  )

const exposed = 'ETag, Content-Disposition, Content-Length, Content-Range, x-amz-version-id, x-amz-request-id'

export function setCorsHeaders(allowed: readonly string[], request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  if (origin === undefined || !allowed.includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', exposed)
}

export function answerCorsPreflight(
  allowed: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin, 'access-control-request-headers': headers } = request.headers
  if (origin === undefined || !allowed.includes(origin)) {
    throw new S3StandInError(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE')
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers)
  response.setHeader('access-control-max-age', '600')
  response.writeHead(200).end()
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { S3Error } from './s3-error.ts'

const exposed = 'ETag, Content-Disposition, Content-Length, Content-Range, x-amz-version-id, x-amz-request-id'

/** Lets a browser page of an allowed origin read the reply. */
export function allowOrigin(allowed: readonly string[], request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  if (origin === undefined || !allowed.includes(origin)) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-expose-headers', exposed)
}

export function answerPreflight(allowed: readonly string[], request: IncomingMessage, response: ServerResponse): void {
  const { origin, 'access-control-request-headers': headers } = request.headers
  if (origin === undefined || !allowed.includes(origin)) {
    throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, DELETE')
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers)
  response.setHeader('access-control-max-age', '600')
  response.writeHead(200).end()
}

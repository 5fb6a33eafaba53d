import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { chooseEncoding, compressBody, getContentType } from '../built-site.ts'
import type { Behavior, DistributionConfig, EdgeRequest, EdgeResponse } from './distribution-config.ts'
import { createEdgeCache } from './edge-cache.ts'
import type { LocalWebAcl } from '../web-acl/local-web-acl.ts'
import { toCacheKey, toOriginRequest } from './origin-request.ts'
import type { SiteFile } from './site-files.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface DistributionParts {
  readonly config: DistributionConfig
  /** By bucket and path. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, SiteFile>>
  /** @throws if CloudFront lacks the permission to read an object */
  readonly requireRead: (bucket: string, key: string) => void
  /** @throws if CloudFront lacks ListBucket: S3 then does not tell that an object is missing */
  readonly requireList: (bucket: string) => void
  readonly webAcl?: LocalWebAcl | undefined
  readonly api: Answer
}

/** What is not percent-encoded well is the name of no file. */
function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** CloudFront does not compress smaller bodies. */
const MIN_COMPRESSED_BYTES = 1000

/** CloudFront as in the template: behaviours, functions, response headers and error pages. */
export function createDistribution({
  config,
  files,
  requireRead,
  requireList,
  webAcl,
  api,
}: DistributionParts): Answer {
  const cached = createEdgeCache(config.errorSeconds)
  const askApi = ({ forwarding }: Behavior, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = toCacheKey(forwarding, request)
    const forward = () => api(Object.assign(request, toOriginRequest(forwarding, request)), response)
    return cached({ request, response, key, minSeconds: forwarding.minSeconds, forward })
  }

  const compressed = new Map<string, Buffer>()
  const compress = (key: string, body: Buffer, encoding: 'br' | 'gzip'): Buffer => {
    const known = compressed.get(key) ?? compressBody(body, encoding)
    compressed.set(key, known)
    return known
  }

  const readable = new Map<string, boolean>()
  const mayRead = (bucket: string, key: string): boolean => {
    const place = `${bucket}/${key}`
    const known = readable.get(place) ?? isAllowed(() => requireRead(bucket, key))
    readable.set(place, known)
    return known
  }
  const open = (bucket: string, path: string): SiteFile | 403 | 404 => {
    const key = decodePath(path).slice(1)
    if (!mayRead(bucket, key)) return 403
    return files.get(bucket)?.get(key) ?? (isAllowed(() => requireList(bucket)) ? 404 : 403)
  }

  const servePage = (behavior: Behavior, bucket: string, request: IncomingMessage, response: ServerResponse): void => {
    const routed = runOnRequest(behavior, toEdgeRequest(request), request)
    if ('statusCode' in routed) return void response.writeHead(routed.statusCode, flatten(routed.headers)).end()
    const path = routed.uri === '/' && config.rootObject ? `/${config.rootObject}` : routed.uri
    const found = findFile((wanted) => open(bucket, wanted), path, config.errorPages)
    const status = runOnResponse(behavior, routed, found.status, request)
    const asked = toOriginRequest(behavior.forwarding, request)
    const encoding = isCompressible(behavior, found) ? chooseEncoding(asked, extname(found.path)) : 'identity'
    const body =
      encoding === 'identity' ? found.body : compress(`${encoding} ${bucket}${found.path}`, found.body, encoding)
    const contentEncoding = encoding === 'identity' ? found.contentEncoding : encoding
    response
      .writeHead(status, {
        'content-type': found.type,
        ...(found.cacheControl && { 'cache-control': found.cacheControl }),
        ...(contentEncoding && { 'content-encoding': contentEncoding }),
        ...(!found.contentEncoding && { vary: 'accept-encoding' }),
      })
      .end(request.method === 'HEAD' ? undefined : body)
  }

  return async (request, response) => {
    const blocked = webAcl?.(request)
    if (blocked) return void response.writeHead(blocked.status, blocked.headers).end(blocked.body)
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    const behavior = config.behaviors.find(({ pattern }) => pattern.test(pathname))
    if (!behavior) throw new Error('a distribution without a default behavior')
    overrideHeaders(response, behavior.responseHeaders)
    if (!behavior.methods.includes(request.method ?? 'GET')) {
      return void response.writeHead(403, { 'content-type': 'text/html' }).end('The method is not allowed.')
    }
    if (behavior.bucket === undefined) return askApi(behavior, request, response)
    servePage(behavior, behavior.bucket, request, response)
  }
}

function isAllowed(require: () => void): boolean {
  try {
    require()
    return true
  } catch {
    return false
  }
}

/** Whatever the origin writes. */
function overrideHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const write = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse
  response.writeHead = ((status: number, given: Readonly<Record<string, unknown>> = {}) => {
    const lower = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
    return write(status, { ...lower, ...headers })
  }) as ServerResponse['writeHead']
}

interface FoundFile {
  readonly path: string
  readonly body: Buffer
  readonly type: string
  readonly status: number
  readonly cacheControl: string | undefined
  readonly contentEncoding?: string | undefined
}

/**
 * CloudFront does not compress a body that already has an encoding, whatever the client accepts, nor one whose encodings
 * its cache policy does not distinguish.
 */
const isCompressible = ({ isCompressed, forwarding }: Behavior, { body, contentEncoding }: FoundFile): boolean =>
  isCompressed && forwarding.encodings.length > 0 && !contentEncoding && body.length >= MIN_COMPRESSED_BYTES

const s3ErrorCodes = { 403: 'AccessDenied', 404: 'NoSuchKey' } as const

function findFile(
  read: (path: string) => SiteFile | 403 | 404,
  path: string,
  errorPages: DistributionConfig['errorPages'],
): FoundFile {
  const found = read(path)
  if (typeof found === 'object') return { ...found, path, status: 200, type: getContentType(path) }
  const page = errorPages.get(found)
  const shown = page && read(page.path)
  if (page && typeof shown === 'object') {
    return { ...shown, path: page.path, status: page.status, type: getContentType(page.path) }
  }
  return {
    path: '',
    body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${s3ErrorCodes[found]}</Code></Error>`),
    type: 'application/xml',
    status: found,
    cacheControl: undefined,
  }
}

const flatten = (headers: EdgeResponse['headers'] = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]))

function toEdgeRequest({ method = 'GET', url = '/', headers }: IncomingMessage): EdgeRequest {
  const { pathname, searchParams } = new URL(url, 'http://local')
  return {
    method,
    uri: pathname,
    querystring: Object.fromEntries([...searchParams].map(([name, value]) => [name, { value }])),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value: String(value) }])),
    cookies: {},
  }
}

const toEvent = (eventType: string, request: EdgeRequest, { socket }: IncomingMessage) => ({
  version: '1.0',
  context: { eventType },
  viewer: { ip: socket.remoteAddress ?? '' },
  request: structuredClone(request),
})

const runOnRequest = ({ onViewerRequest: run }: Behavior, asked: EdgeRequest, request: IncomingMessage) =>
  run ? run(toEvent('viewer-request', asked, request)) : asked

/** CloudFront runs no viewer-response function for an origin's error. */
function runOnResponse(
  { onViewerResponse: run }: Behavior,
  asked: EdgeRequest,
  statusCode: number,
  request: IncomingMessage,
): number {
  if (!run || statusCode >= 400) return statusCode
  const answer = run({ ...toEvent('viewer-response', asked, request), response: { statusCode, headers: {} } })
  return 'statusCode' in answer ? answer.statusCode : statusCode
}

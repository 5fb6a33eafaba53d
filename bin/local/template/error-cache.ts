import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

interface KeptError {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
  readonly until: number
}

const DEFAULT_SECONDS = 10

/**
 * CloudFront caches an origin's 5xx answers to GET and HEAD for the error caching minimum TTL, whatever their
 * Cache-Control, by path only unless the cache policy adds to the key.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 * @param secondsByStatus TTLs of the distribution; ten seconds for any other status
 */
export function cacheErrors(origin: Answer, secondsByStatus: ReadonlyMap<number, number>): Answer {
  const kept = new Map<string, KeptError>()
  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return origin(request, response)
    const { pathname } = new URL(request.url ?? '/', 'http://local')
    const known = kept.get(pathname)
    if (known && known.until > Date.now())
      return void response
        .writeHead(known.status, known.headers)
        .end(request.method === 'HEAD' ? undefined : known.body)
    kept.delete(pathname)
    onAnswered(response, (status, headers, body) => {
      const seconds = secondsByStatus.get(status) ?? DEFAULT_SECONDS
      if (status >= 500 && seconds > 0)
        kept.set(pathname, { status, headers, body, until: Date.now() + seconds * 1000 })
    })
    return origin(request, response)
  }
}

/** For an answer written at once, as the gateway's are. */
function onAnswered(
  response: ServerResponse,
  heard: (status: number, headers: OutgoingHttpHeaders, body: Buffer) => void,
): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers: OutgoingHttpHeaders,
  ) => ServerResponse
  const end = response.end.bind(response) as (body?: string | Uint8Array) => ServerResponse
  let head = { status: 200, headers: {} }
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    head = { status, headers }
    return writeHead(status, headers)
  }) as typeof response.writeHead
  response.end = ((body?: string | Uint8Array) => {
    heard(head.status, head.headers, Buffer.from(body ?? ''))
    return end(body)
  }) as typeof response.end
}

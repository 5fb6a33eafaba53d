import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

interface KeptReply {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
  readonly since: number
  readonly until: number
}

interface CachedCall {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** What the cache policy distinguishes. */
  readonly key: string
  /** Minimum TTL of the cache policy. */
  readonly minSeconds: number
  readonly forward: () => Promise<void>
}

const DEFAULT_ERROR_SECONDS = 10
/** Errors that CloudFront keeps like those of a server. */
const KEPT_REFUSALS: ReadonlySet<number> = new Set([404, 405, 414])
/** Errors of which the origin may forbid it. */
const FORBIDDABLE: ReadonlySet<number> = new Set([404, 410, 414, 501])

/**
 * Keeps what CloudFront keeps: 404, 405, 414 and 5xx answers to GET and HEAD for the error caching minimum TTL, answers
 * below 400 for the minimum TTL of the cache policy. Only for some errors does Cache-Control prevent it.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html
 * @param errorSeconds TTLs of the distribution by status; ten seconds for any other status
 */
export function createEdgeCache(errorSeconds: ReadonlyMap<number, number>) {
  const kept = new Map<string, KeptReply>()
  const secondsOf = (status: number, headers: OutgoingHttpHeaders, minSeconds: number): number => {
    if (status < 400) return minSeconds
    const isKept = status >= 500 || KEPT_REFUSALS.has(status)
    if (!isKept || (FORBIDDABLE.has(status) && forbidsCaching(headers))) return 0
    return errorSeconds.get(status) ?? DEFAULT_ERROR_SECONDS
  }
  return async ({ request, response, key, minSeconds, forward }: CachedCall): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return forward()
    const known = kept.get(key)
    if (known && known.until > Date.now())
      return void response
        .writeHead(known.status, { ...known.headers, age: String(Math.floor((Date.now() - known.since) / 1000)) })
        .end(request.method === 'HEAD' ? undefined : known.body)
    kept.delete(key)
    onAnswered(response, (status, headers, body) => {
      const seconds = secondsOf(status, headers, minSeconds)
      const since = Date.now()
      if (seconds > 0) kept.set(key, { status, headers, body, since, until: since + seconds * 1000 })
    })
    return forward()
  }
}

function forbidsCaching(headers: OutgoingHttpHeaders): boolean {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'cache-control')
  const directives = String(given?.[1] ?? '').split(',')
  return directives.some((each) => ['no-store', 'no-cache', 'private'].includes(each.trim().toLowerCase()))
}

/** For an answer written at once, as the gateway's are. */
function onAnswered(
  response: ServerResponse,
  onReply: (status: number, headers: OutgoingHttpHeaders, body: Buffer) => void,
): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers: OutgoingHttpHeaders,
  ) => ServerResponse
  const end = response.end.bind(response) as (body?: string | Uint8Array) => ServerResponse
  let head = { status: 200, headers: {} }
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    // With the date of the origin, which CloudFront does not renew.
    head = { status, headers: { ...response.getHeaders(), ...headers } }
    return writeHead(status, headers)
  }) as typeof response.writeHead
  response.end = ((body?: string | Uint8Array) => {
    onReply(head.status, head.headers, Buffer.from(body ?? ''))
    return end(body)
  }) as typeof response.end
}

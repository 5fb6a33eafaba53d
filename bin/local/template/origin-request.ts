import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { LOCAL_ADDRESS_HEADER } from '../gateway.ts'
import { type Forwarding, selects, type ViewerValues } from './forwarding-policies.ts'

type ViewerRequest = Pick<IncomingMessage, 'headers' | 'url'>

interface OriginRequest {
  readonly headers: IncomingHttpHeaders
  readonly url: string
}

/**
 * Sent whatever the policies say. CloudFront's list is of its older settings too, so only what belongs to the body, to
 * the cache and to the connection stands here: the stand-in must not let through more than CloudFront.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#request-custom-headers-behavior
 */
const sentAlways = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-md5',
  'content-type',
  // There is one address here for CloudFront and API Gateway; a policy that sends the viewer's own is an error.
  'host',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'pragma',
  'range',
  'transfer-encoding',
  // The gateway appends the viewer's address.
  'x-forwarded-for',
  // In the place of a TCP connection from that address.
  LOCAL_ADDRESS_HEADER,
])

/** Whatever the policies say. */
const sentNever = new Set([
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'x-forwarded-proto',
  'x-real-ip',
])

/** The names of a cookie and of a query string are what is before `=`. */
const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? ''

const selectPairs = (text: string, separator: string, isSelected: (name: string) => boolean): string | undefined => {
  const pairs = text.split(separator).filter((pair) => pair.trim() !== '' && isSelected(nameOf(pair.trim())))
  return pairs.length > 0 ? pairs.map((pair) => pair.trim()).join(separator === ';' ? '; ' : separator) : undefined
}

/** Of a header that the viewer sends: `br,gzip`, one of them, or `identity`. */
function normaliseEncodings(accepted: string, { encodings }: Forwarding): string {
  const names = accepted.split(',').map((each) => each.split(';', 1)[0]?.trim())
  return encodings.filter((each) => names.includes(each)).join(',') || 'identity'
}

function selectHeaders(
  headers: IncomingHttpHeaders,
  forwarding: Forwarding,
  policies: readonly ViewerValues[],
): IncomingHttpHeaders {
  const select = (name: string, given: string): string | undefined => {
    if (sentNever.has(name) || name.startsWith('x-edge-')) return undefined
    if (name === 'cookie')
      return selectPairs(given, ';', (cookie) => policies.some(({ cookies }) => selects(cookies, cookie)))
    if (name === 'accept-encoding' && forwarding.encodings.length > 0) return normaliseEncodings(given, forwarding)
    return policies.some((policy) => selects(policy.headers, name)) ? given : undefined
  }
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, given]) => {
      const selected = given === undefined ? undefined : select(name, String(given))
      return selected === undefined ? [] : [[name, selected]]
    }),
  )
}

function selectQuery(query: string, policies: readonly ViewerValues[]): string {
  const selected = selectPairs(query, '&', (name) => policies.some(({ queryStrings }) => selects(queryStrings, name)))
  return selected === undefined ? '' : `?${selected}`
}

const splitUrl = (url = '/'): readonly [string, string] => {
  const at = url.indexOf('?')
  return at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** What the origin is asked with: the cache key, the origin request policy's values and what CloudFront adds. */
export function toOriginRequest(forwarding: Forwarding, { headers, url }: ViewerRequest): OriginRequest {
  const policies = [forwarding.cacheKey, forwarding.originRequest]
  const [path, query] = splitUrl(url)
  const always = Object.entries(headers).filter(([name]) => sentAlways.has(name))
  return {
    headers: {
      'user-agent': 'Amazon CloudFront',
      ...Object.fromEntries(always),
      ...selectHeaders(headers, forwarding, policies),
      'x-amz-cf-id': randomUUID(),
    },
    url: path + selectQuery(query, policies),
  }
}

/** Requests with the same key get the same kept reply. */
export function toCacheKey(forwarding: Forwarding, { headers, url }: ViewerRequest): string {
  const policies = [forwarding.cacheKey]
  const [path, query] = splitUrl(url)
  return JSON.stringify([path, selectQuery(query, policies), selectHeaders(headers, forwarding, policies)])
}

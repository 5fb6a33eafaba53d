import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import type { ApiRoute } from './api-route.ts'
import type { LocalJwtAuthorizer, AuthorizerResult } from './authorizer.ts'
import type { AdjustableClock } from './clock.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { readRequestBody, StandInServiceError } from './json-protocol.ts'

interface Answer {
  readonly statusCode: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface Parts {
  readonly functions: LocalLambdaLoader
  /** Fixed paths before paths with parameters, as in API Gateway. */
  readonly routes: readonly ApiRoute[]
  readonly originHeaders: Readonly<Record<string, string>>
  readonly authorize: LocalJwtAuthorizer
  /** For the `Date` header, from which the panel takes the current day. */
  readonly clock: Pick<AdjustableClock, 'now'>
  /**
   * Longest time for a handler to answer, in milliseconds.
   * @default TIMEOUT_MS
   */
  readonly timeoutMs?: number
  readonly onAnswered?: (call: AnsweredCall) => void
}

export interface AnsweredCall {
  readonly routeKey: string
  readonly status: number
}

/** API Gateway's quotas of an HTTP API, which cannot be raised. */
const MAX_BYTES = 10 * 1024 * 1024
const TIMEOUT_MS = 30_000

export function createApiGatewayStandIn(parts: Parts) {
  const { functions, routes, originHeaders, authorize, clock, timeoutMs = TIMEOUT_MS, onAnswered } = parts
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('date', clock.now().toUTCString())
    const url = new URL(request.url ?? '/', 'http://local')
    const found = routes.find(({ method, pattern }) => method === request.method && pattern.test(url.pathname))
    if (!found) return reply(response, 404, { message: 'Not Found' })
    response.on('finish', () => onAnswered?.({ routeKey: found.routeKey, status: response.statusCode }))

    if (found.admit?.() === false) return reply(response, 429, { message: 'Too Many Requests' })
    const verdict = found.scopes && (await authorize(request.headers.authorization, found.scopes))
    if (verdict && 'status' in verdict) {
      return reply(response, verdict.status, { message: verdict.status === 401 ? 'Unauthorized' : 'Forbidden' })
    }
    try {
      found.requireInvoke?.()
      const body = await readRequestBody(request, MAX_BYTES)
      const event = eventOf(found, { request, url, verdict, body, originHeaders })
      const handler = await functions.load(found.handler)
      const called = handler(event, { awsRequestId: event.requestContext.requestId }) as Promise<Answer>
      const answer = await answeredWithin(timeoutMs, called)
      response.writeHead(answer.statusCode, answer.headers).end(answer.body)
    } catch (error) {
      if (error instanceof StandInServiceError) return reply(response, error.status, { message: error.message })
      console.error(error)
      reply(response, 500, { message: 'Internal Server Error' })
    }
  }
}

/**
 * A later result of the handler is dropped.
 * @throws StandInServiceError of status 503
 */
async function answeredWithin(ms: number, called: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StandInServiceError('TimedOut', 'Service Unavailable', 503)), ms)
  })
  try {
    return await Promise.race([called, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

const TEXTUAL = /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded))/

export const LOCAL_ADDRESS_HEADER = 'x-local-address'

/**
 * The address that CloudFront would see. All local calls come from 127.0.0.1 and would share one rate limit, so a page
 * of this machine may set another address.
 */
export function viewerAddress({ headers, socket }: IncomingMessage): string {
  const wanted = String(headers[LOCAL_ADDRESS_HEADER] ?? '')
  return isIP(wanted) > 0 ? wanted : (socket.remoteAddress ?? '127.0.0.1')
}

/** Routes called by other services without CloudFront. */
const directRouteKeys = new Set(
  apiDomains
    .flatMap((domain) => Object.values<Endpoint>(endpointsByDomain[domain]))
    .filter(({ direct }) => direct)
    .map(({ method, path }) => `${method} ${path}`),
)

function eventOf(
  { routeKey, pattern }: ApiRoute,
  {
    request,
    url,
    verdict,
    body,
    originHeaders,
  }: { request: IncomingMessage; url: URL; verdict: AuthorizerResult | undefined; body: Buffer } & Pick<
    Parts,
    'originHeaders'
  >,
) {
  const isText = TEXTUAL.test(request.headers['content-type'] ?? 'text/plain')
  const address = viewerAddress(request)
  // CloudFront and API Gateway append to the viewer's own value.
  const hops = [request.headers['x-forwarded-for'], address, '127.0.0.1'].filter(Boolean).join(', ')
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, given]) => [name, String(given)]))
  const parameters = Object.entries(url.pathname.match(pattern)?.groups ?? {})
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: {
      ...headers,
      ...(!directRouteKeys.has(routeKey) && originHeaders),
      'x-forwarded-for': hops,
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: Object.fromEntries(url.searchParams),
    pathParameters: Object.fromEntries(parameters.map(([name, given]) => [name, decoded(given)])),
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: !isText,
    requestContext: {
      requestId: randomUUID(),
      domainName: headers['host'],
      stage: 'api',
      http: { method: request.method, path: url.pathname, sourceIp: address, protocol: 'HTTP/1.1' },
      ...(verdict && 'claims' in verdict && { authorizer: { jwt: verdict } }),
    },
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

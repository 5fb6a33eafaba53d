import { expect } from 'vitest'
import type { Endpoint, EndpointReply } from '#contract/endpoint'
import { commonRefusalCodes, type RefusalResponseBody } from '#contract/refusals'
import type { ApiRequest, ApiResponse } from '#platform/http'
import { TEST_ORIGIN_SECRET } from './practice.ts'

type Handler = (event: never, context: never) => Promise<ApiResponse | undefined>

/** Claims of a verified token; API Gateway passes all of them as text. */
export type TokenClaims = Readonly<Record<string, string>>

export interface TestRequest {
  /**
   * The token's claims.
   * @default not signed in
   */
  readonly as?: TokenClaims | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number>> | undefined
  readonly body?: unknown
  readonly text?: string | undefined
  readonly base64?: boolean
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface TestResponse<E extends Endpoint = Endpoint> {
  readonly status: number
  readonly body: EndpointReply<E> & Partial<RefusalResponseBody>
}

export const TEST_CALLER_ADDRESS = '203.0.113.7'

/** API Gateway's event (payload 2.0), sent through CloudFront. */
export function createApiGatewayEvent(
  route: string,
  { as, params, query, body, text, base64, headers }: TestRequest = {},
): ApiRequest {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const [method = '', path = ''] = route.split(' ')
  const given = { 'x-origin-secret': TEST_ORIGIN_SECRET, ...headers }
  return {
    version: '2.0',
    routeKey: route,
    rawPath: `/api${path}`,
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (test)',
      'x-forwarded-for': `${TEST_CALLER_ADDRESS}, 130.176.1.1`,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    },
    ...(params && { pathParameters: { ...params } }),
    ...(query && {
      queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`])),
    }),
    ...(sent !== undefined && { body: base64 ? Buffer.from(sent).toString('base64') : sent }),
    isBase64Encoded: base64 ?? false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.test',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '130.176.1.1', userAgent: 'Amazon CloudFront' },
      requestId: 'request-1',
      routeKey: route,
      stage: 'api',
      time: '21/Nov/2026:09:00:00 +0000',
      timeEpoch: 1_795_251_600_000,
      ...(as && { authorizer: { jwt: { claims: as, scopes: null } } }),
    },
  }
}

/** Direct endpoints are called at API Gateway itself, without CloudFront. */
const asSentTo = ({ direct }: Endpoint, question: TestRequest): TestRequest =>
  direct ? { ...question, headers: { 'x-origin-secret': undefined, ...question.headers } } : question

function readReplyBody({ contentType }: Endpoint, response: ApiResponse | undefined): unknown {
  const text = response?.body ?? 'null'
  return contentType !== undefined && response?.statusCode === 200 ? text : JSON.parse(text)
}

/**
 * Calls the real handler with API Gateway's event. A refusal that the contract does not declare fails the test, and so
 * does an answer that a cache may keep.
 */
export const createEndpointCaller =
  (handler: Handler) =>
  async <E extends Endpoint>(endpoint: E, question: TestRequest = {}): Promise<TestResponse<E>> => {
    const event = createApiGatewayEvent(`${endpoint.method} ${endpoint.path}`, asSentTo(endpoint, question))
    const response = await handler(event as never, {} as never)
    const isKept = endpoint.sharedCache !== undefined && response?.statusCode === 200
    const cacheControl = isKept ? expect.stringMatching(/^public, /) : 'no-store'
    expect(response?.headers, 'of the answer').toMatchObject({ 'cache-control': cacheControl })
    const answer = { status: response?.statusCode ?? 0, body: readReplyBody(endpoint, response) } as TestResponse<E>
    const { code } = answer.body
    if (code && code !== 'fault') {
      expect([...commonRefusalCodes, ...endpoint.refusals], 'refusals that the contract declares').toContain(code)
    }
    return answer
  }

import type { Endpoint } from '#contract/endpoint'
import type { ApiRequest } from '#platform/http'

export const BENCH_ORIGIN_SECRET = 'of-the-bench'

export interface BenchCall {
  readonly as?: BenchPerson | undefined
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: object
}

export interface BenchPerson {
  readonly sub: string
  readonly sessionId: string
}

export function createBenchEvent(
  { method, path }: Endpoint,
  { as, params, query, body }: BenchCall,
  at: number,
): ApiRequest {
  const claims = as && {
    sub: as.sub,
    username: as.sub,
    origin_jti: as.sessionId,
    auth_time: String(Math.floor(at / 1000)),
    token_use: 'access',
    scope: 'app/use app/password',
  }
  const routeKey = `${method} ${path}`
  return {
    version: '2.0',
    routeKey,
    rawPath: `/api${path}`,
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (bench)',
      'x-forwarded-for': '203.0.113.7, 130.176.1.1',
      'x-origin-secret': BENCH_ORIGIN_SECRET,
    },
    ...(params && { pathParameters: { ...params } }),
    ...(query && {
      queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`])),
    }),
    ...(body && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'api',
      domainName: 'api.test',
      domainPrefix: 'api',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '130.176.1.1', userAgent: 'Amazon CloudFront' },
      requestId: 'request-1',
      routeKey,
      stage: 'api',
      time: '20/Nov/2026:09:00:00 +0000',
      timeEpoch: at,
      ...(claims && { authorizer: { jwt: { claims, scopes: null } } }),
    },
  }
}

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** Lists are flattened: "[a b]". */
export interface JwtAuthorizerContext {
  readonly jwt: { readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] | null }
}

export type ApiRequest = APIGatewayProxyEventV2 & { requestContext: { authorizer?: JwtAuthorizerContext } }
export type ApiResponse = APIGatewayProxyStructuredResultV2

export const createJsonResponse = (statusCode: number, body: unknown, sharedCacheSeconds?: number): ApiResponse => ({
  statusCode,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    // Browsers revalidate each time, answered by the cache at the edge.
    'cache-control':
      sharedCacheSeconds === undefined ? 'no-store' : `public, max-age=0, s-maxage=${sharedCacheSeconds}`,
  },
  body: JSON.stringify(body),
})

export const createTextResponse = (contentType: string, body: string): ApiResponse => ({
  statusCode: 200,
  headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  body,
})

export const readApiUrl = ({ headers, requestContext: { domainName, stage } }: ApiRequest): string =>
  `${headers['x-forwarded-proto'] ?? 'https'}://${domainName}/${stage}`

/** Exact bytes, for verifying signatures. */
export const readRawBody = ({ body, isBase64Encoded }: ApiRequest): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')

export interface CallerDetails {
  readonly address: string
  readonly userAgent: string
}

/**
 * CloudFront appends the viewer's address to x-forwarded-for and API Gateway CloudFront's, so the viewer is the last
 * but one; anything before it can be forged.
 */
export function readCallerDetails({ headers, requestContext }: ApiRequest): CallerDetails {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return {
    address: hops.at(-2) || requestContext.http.sourceIp,
    userAgent: (headers['user-agent'] ?? '').slice(0, 256),
  }
}

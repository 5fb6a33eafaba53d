import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** What API Gateway adds to the event of a route behind the JWT authorizer. Lists arrive flattened: "[a b]". */
export interface Authorizer {
  readonly jwt: { readonly claims: Readonly<Record<string, string>>; readonly scopes: readonly string[] | null }
}

export type Request = APIGatewayProxyEventV2 & { requestContext: { authorizer?: Authorizer } }
export type Response = APIGatewayProxyStructuredResultV2

export const jsonResponse = (statusCode: number, body: unknown): Response => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})

/** The body as it was sent. Signatures are made over these bytes and no others. */
export const rawBody = ({ body, isBase64Encoded }: Request): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8')

/** Where a request came from. `address` is an IP address. */
export interface Caller {
  readonly address: string
  readonly userAgent: string
}

/**
 * CloudFront appends the viewer's address to x-forwarded-for and API Gateway appends CloudFront's, so the viewer is the
 * last but one; whatever stands before it was written by the viewer and proves nothing.
 */
export function callerOf({ headers, requestContext }: Request): Caller {
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return {
    address: hops.at(-2) || requestContext.http.sourceIp,
    userAgent: (headers['user-agent'] ?? '').slice(0, 256),
  }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface AwsSigningKey {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Part of temporary credentials; every request must carry it too. */
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}

export type AwsSigningKeys = AwsSigningKey | ((accessKeyId: string) => AwsSigningKey | undefined)

/** `url` is the path and query as sent, mount path included: the signature covers them. */
export type SignedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** The request's statements about its signature. `instant` has the `X-Amz-Date` form `20261121T090000Z`. */
export interface SignatureClaim {
  readonly credential: string
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly instant: string
}

export type SignatureProblem =
  | 'missing'
  | 'incomplete'
  | 'unknown-key'
  | 'wrong-token'
  | 'wrong-scope'
  | 'clock-skew'
  | 'unsigned-header'
  | 'wrong-payload'
  | 'mismatch'

/** AWS' error names: `code` in the Query and XML protocols, `type` in the JSON ones (`__type`). */
const names: Record<SignatureProblem, { code: string; type: string; status: number }> = {
  missing: { code: 'MissingAuthenticationToken', type: 'MissingAuthenticationTokenException', status: 403 },
  incomplete: { code: 'IncompleteSignature', type: 'IncompleteSignatureException', status: 400 },
  'unknown-key': { code: 'InvalidClientTokenId', type: 'UnrecognizedClientException', status: 403 },
  'wrong-token': { code: 'InvalidClientTokenId', type: 'UnrecognizedClientException', status: 403 },
  'wrong-scope': { code: 'SignatureDoesNotMatch', type: 'InvalidSignatureException', status: 403 },
  'clock-skew': { code: 'SignatureDoesNotMatch', type: 'InvalidSignatureException', status: 403 },
  'unsigned-header': { code: 'SignatureDoesNotMatch', type: 'InvalidSignatureException', status: 403 },
  'wrong-payload': { code: 'SignatureDoesNotMatch', type: 'InvalidSignatureException', status: 403 },
  mismatch: { code: 'SignatureDoesNotMatch', type: 'InvalidSignatureException', status: 403 },
}

export class SignatureError extends Error {
  readonly problem: SignatureProblem
  readonly code: string
  readonly type: string
  readonly status: number

  constructor(problem: SignatureProblem, message: string) {
    super(message)
    this.problem = problem
    this.code = names[problem].code
    this.type = names[problem].type
    this.status = names[problem].status
  }
}

export const SIGNATURE_CLOCK_TOLERANCE_SECONDS = 15 * 60

/**
 * Signature Version 4 in the `Authorization` header. @param now may differ from the signer's clock by 15 minutes
 * @returns the key that signed
 * @throws {SignatureError} with AWS' code and HTTP status
 */
export function verifyAwsSignature(
  request: SignedRequest,
  body: string | Uint8Array,
  keys: AwsSigningKeys,
  now: () => Date = () => new Date(),
): AwsSigningKey {
  const claim = parseAuthorizationHeader(request)
  const key = findSigningKey(claim, keys)
  checkSigningTime(claim, now())
  checkSignedHeaders(claim, request)
  checkSessionToken(request.headers['x-amz-security-token'], key)
  const payloadHash = sha256(body)
  const promised = request.headers['x-amz-content-sha256']
  if (promised !== undefined && promised !== payloadHash) {
    throw new SignatureError('wrong-payload', 'The payload is not the one whose hash was signed.')
  }
  checkRequestSignature(claim, buildCanonicalRequest(request, claim, normalPath(request), payloadHash), key)
  return key
}

export function parseAuthorizationHeader(request: SignedRequest): SignatureClaim {
  const header = request.headers.authorization
  if (!header) throw new SignatureError('missing', 'Request is missing Authentication Token')
  const algorithm = 'AWS4-HMAC-SHA256 '
  if (!header.startsWith(algorithm)) throw new SignatureError('incomplete', 'Only AWS4-HMAC-SHA256 is understood.')
  const parts = new Map(
    header
      .slice(algorithm.length)
      .split(',')
      .map((part): [string, string] => {
        const at = part.indexOf('=')
        return [part.slice(0, at).trim(), part.slice(at + 1).trim()]
      }),
  )
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((n) => parts.get(n))
  const instant = request.headers['x-amz-date']
  if (!credential || !signedHeaders || !signature || typeof instant !== 'string') {
    throw new SignatureError('incomplete', 'Authorization needs Credential, SignedHeaders, Signature and X-Amz-Date.')
  }
  return { credential, signedHeaders: signedHeaders.split(';'), signature, instant }
}

export function findSigningKey(
  claim: Pick<SignatureClaim, 'credential' | 'instant'>,
  keys: AwsSigningKeys,
): AwsSigningKey {
  const [id = '', ...scope] = claim.credential.split('/')
  const key = typeof keys === 'function' ? keys(id) : keys
  if (id !== key?.accessKeyId) {
    throw new SignatureError('unknown-key', 'The security token included in the request is invalid.')
  }
  if (scope.join('/') !== scopeOf(claim.instant, key)) {
    throw new SignatureError('wrong-scope', `Credential should be scoped to ${scopeOf(claim.instant, key)}.`)
  }
  return key
}

/** `given` must be covered by the signature. */
export function checkSessionToken(
  given: string | readonly string[] | undefined,
  { sessionToken }: AwsSigningKey,
): void {
  if (given !== sessionToken)
    throw new SignatureError('wrong-token', 'The security token included in the request is invalid.')
}

export function parseSigningTime(claim: Pick<SignatureClaim, 'instant'>): Date {
  const iso = claim.instant.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const at = new Date(iso)
  if (iso === claim.instant || Number.isNaN(at.getTime())) {
    throw new SignatureError('incomplete', 'X-Amz-Date must be in the ISO 8601 basic format.')
  }
  return at
}

export function checkSigningTime(claim: Pick<SignatureClaim, 'instant'>, now: Date): void {
  if (Math.abs(now.getTime() - parseSigningTime(claim).getTime()) > SIGNATURE_CLOCK_TOLERANCE_SECONDS * 1000) {
    throw new SignatureError('clock-skew', 'Signature expired: the difference to this clock is over 15 minutes.')
  }
}

/** The host and every `x-amz-…` header must be signed, or an overheard request could be redirected or altered. */
export function checkSignedHeaders(claim: SignatureClaim, request: SignedRequest): void {
  const required = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  const loose = required.filter((name) => !claim.signedHeaders.includes(name))
  if (loose.length > 0) {
    throw new SignatureError('unsigned-header', `These headers were present but not signed: ${loose.join(', ')}`)
  }
}

/** @param path the path in the service's own encoding, see `normalPath` */
export function buildCanonicalRequest(
  request: SignedRequest,
  claim: SignatureClaim,
  path: string,
  payloadHash: string,
): string {
  const headers = claim.signedHeaders.map((name) => {
    const value = request.headers[name] ?? ''
    return `${name}:${[value].flat().join(',').trim().replaceAll(/\s+/g, ' ')}\n`
  })
  return [
    request.method ?? 'GET',
    path,
    canonicalQuery(request),
    headers.join(''),
    claim.signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
}

export function checkRequestSignature(claim: SignatureClaim, canonical: string, key: AwsSigningKey): void {
  const toSign = ['AWS4-HMAC-SHA256', claim.instant, scopeOf(claim.instant, key), sha256(canonical)].join('\n')
  checkAwsTextSignature(toSign, claim, key)
}

export function checkAwsTextSignature(
  text: string,
  claim: Pick<SignatureClaim, 'instant' | 'signature'>,
  key: AwsSigningKey,
): void {
  const wanted = Buffer.from(hmac(signingKeyOf(claim.instant.slice(0, 8), key), text).toString('hex'))
  const given = Buffer.from(claim.signature)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new SignatureError(
      'mismatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Cached by scope and secret: deriving one takes four hashes; there are some forty a day for thousands of requests. */
const signingKeys = new Map<string, Buffer>()

function signingKeyOf(day: string, { secretAccessKey, region, service }: AwsSigningKey): Buffer {
  const name = [day, region, service, secretAccessKey].join('/')
  const known = signingKeys.get(name)
  if (known) return known
  const steps = [day, region, service, 'aws4_request']
  const made = steps.reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  signingKeys.set(name, made)
  return made
}

/** AWS encodes everything but unreserved characters, also `!'()*`. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** The path as sent: a URL parser would resolve `..` and verify another path than the signed one. */
export function getRawPath(request: Pick<SignedRequest, 'url'>): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/'
}

export function getQueryParameters(request: Pick<SignedRequest, 'url'>): URLSearchParams {
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at + 1))
}

/** Every service but S3 normalises the path and encodes it a second time before signing it. */
function normalPath(request: SignedRequest): string {
  const segments: string[] = []
  const path = getRawPath(request)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(encodeRfc3986(segment))
  }
  return segments.length === 0 ? '/' : `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`
}

function canonicalQuery(request: SignedRequest): string {
  return (
    [...getQueryParameters(request)]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]): [string, string] => [encodeRfc3986(name), encodeRfc3986(value)])
      // By name, then by value: sorting the joined text would put `a-b=` before `a=`.
      .toSorted(([name, value], [other, otherValue]) => compare(name, other) || compare(value, otherValue))
      .map((pair) => pair.join('='))
      .join('&')
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}

function scopeOf(instant: string, key: AwsSigningKey): string {
  return `${instant.slice(0, 8)}/${key.region}/${key.service}/aws4_request`
}

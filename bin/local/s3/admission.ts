import {
  type AwsSigningKey,
  buildCanonicalRequest,
  checkSessionToken,
  checkSigningTime,
  checkRequestSignature,
  checkSignedHeaders,
  SIGNATURE_CLOCK_TOLERANCE_SECONDS,
  encodeRfc3986,
  findSigningKey,
  parseAuthorizationHeader,
  getRawPath,
  getQueryParameters,
  type SignatureClaim,
  SignatureError,
  parseSigningTime,
  type SignedRequest,
} from '../sigv4.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import type { S3StandInState } from './s3-object-store.ts'

const longestLinkSeconds = 7 * 24 * 60 * 60

export interface S3Signature {
  /** The body's hash, or one of S3's words for an unsigned body. */
  readonly payloadHash: string
  readonly key: AwsSigningKey
  readonly type: 'REST-HEADER' | 'REST-QUERY-STRING'
}

export function authenticateS3Request(vault: S3StandInState, request: SignedRequest): S3Signature {
  return getQueryParameters(request).has('X-Amz-Signature') ? admitLink(vault, request) : admitHeader(vault, request)
}

function admitHeader(vault: S3StandInState, request: SignedRequest): S3Signature {
  if (!request.headers.authorization) throw new SignatureError('missing', 'Access Denied')
  const claim = parseAuthorizationHeader(request)
  const payloadHash = request.headers['x-amz-content-sha256']
  if (typeof payloadHash !== 'string') {
    throw new S3StandInError(400, 'MissingSecurityHeader', 'Your request was missing the header x-amz-content-sha256')
  }
  checkSigningTime(claim, vault.now())
  const key = check(vault, { request, claim, payloadHash, sessionToken: request.headers['x-amz-security-token'] })
  return { payloadHash, key, type: 'REST-HEADER' }
}

function admitLink(vault: S3StandInState, request: SignedRequest): S3Signature {
  const query = getQueryParameters(request)
  const claim = linkClaim(query)
  const seconds = Number(query.get('X-Amz-Expires'))
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > longestLinkSeconds) {
    throw malformed(`X-Amz-Expires must be between 1 and ${longestLinkSeconds} seconds`)
  }
  const age = (vault.now().getTime() - parseSigningTime(claim).getTime()) / 1000
  if (age > seconds) throw new S3StandInError(403, 'AccessDenied', 'Request has expired')
  if (age < -SIGNATURE_CLOCK_TOLERANCE_SECONDS)
    throw new S3StandInError(403, 'AccessDenied', 'Request is not yet valid')
  const payloadHash = query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD'
  const key = check(vault, {
    request,
    claim,
    payloadHash,
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
  })
  return { payloadHash, key, type: 'REST-QUERY-STRING' }
}

function linkClaim(query: URLSearchParams): SignatureClaim {
  const read = (name: string): string => {
    const value = query.get(name)
    if (!value) throw malformed(`Query-string authentication requires the parameter ${name}`)
    return value
  }
  if (read('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw malformed('X-Amz-Algorithm only supports AWS4-HMAC-SHA256')
  return {
    credential: read('X-Amz-Credential'),
    signedHeaders: read('X-Amz-SignedHeaders').split(';'),
    signature: read('X-Amz-Signature'),
    instant: read('X-Amz-Date'),
  }
}

interface SignedS3Request {
  readonly request: SignedRequest
  readonly claim: SignatureClaim
  readonly payloadHash: string
  readonly sessionToken: string | readonly string[] | undefined
}

function check(vault: S3StandInState, { request, claim, payloadHash, sessionToken }: SignedS3Request): AwsSigningKey {
  const key = findSigningKey(claim, vault.keys)
  checkSignedHeaders(claim, request)
  checkSessionToken(sessionToken, key)
  // S3 signs the path as it is, encoded once, so that `a//b` and `a/../b` stay keys of their own.
  const path = getRawPath(request)
    .split('/')
    .map((segment) => encodeRfc3986(decodePathSegment(segment)))
    .join('/')
  checkRequestSignature(claim, buildCanonicalRequest(request, claim, path, payloadHash), key)
  return key
}

/** @throws {S3StandInError} `InvalidURI` */
export function decodePathSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new S3StandInError(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}

function malformed(message: string): S3StandInError {
  return new S3StandInError(400, 'AuthorizationQueryParametersError', message)
}

import type { SignatureProblem } from '../sigv4.ts'

export class S3StandInError extends Error {
  readonly code: string
  readonly status: number

  constructor(status: number, code: string, message: string = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** S3's codes for signature problems; they differ from those of the other services. */
export const s3SignatureErrors: Readonly<Record<SignatureProblem, { status: number; code: string }>> = {
  missing: { status: 403, code: 'AccessDenied' },
  incomplete: { status: 400, code: 'AuthorizationHeaderMalformed' },
  'unknown-key': { status: 403, code: 'InvalidAccessKeyId' },
  'wrong-token': { status: 400, code: 'InvalidToken' },
  'wrong-scope': { status: 400, code: 'AuthorizationHeaderMalformed' },
  'clock-skew': { status: 403, code: 'RequestTimeTooSkewed' },
  'unsigned-header': { status: 403, code: 'AccessDenied' },
  'wrong-payload': { status: 400, code: 'XAmzContentSHA256Mismatch' },
  mismatch: { status: 403, code: 'SignatureDoesNotMatch' },
}

export const createNotImplementedError = (what: string): S3StandInError =>
  new S3StandInError(501, 'NotImplemented', `This stand-in does not implement ${what}.`)

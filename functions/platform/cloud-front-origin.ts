import { timingSafeEqual } from 'node:crypto'
import type { ApiRequest } from './http.ts'
import { throwRefusal } from './refusal-error.ts'

const HEADER = 'x-origin-secret'

/** Refused like an unknown route: CloudFront's log already contains the query. */
export function refuseCloudFrontOrigin({ headers }: ApiRequest): void {
  if (headers[HEADER] !== undefined) throwRefusal('not-found')
}

export function requireCloudFrontOrigin({ headers }: ApiRequest, secret: string): void {
  const given = Buffer.from(headers[HEADER] ?? '')
  const wanted = Buffer.from(secret)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throwRefusal('not-allowed')
}

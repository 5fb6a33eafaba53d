import { timingSafeEqual } from 'node:crypto'
import { getSecret } from '@aws-lambda-powertools/parameters/secrets'
import type { ApiRequest } from './http.ts'
import { throwRefusal } from './refusal-error.ts'

const HEADER = 'x-origin-secret'

/** Cached for five minutes, so that a rotation needs no deployment. */
export const createOriginSecretReader = (name: string) => async (): Promise<string> => {
  const secret = await getSecret(name, { maxAge: 300 })
  return typeof secret === 'string' ? secret : missing(name)
}

/** Refused like an unknown route: CloudFront's log already contains the query. */
export function refuseCloudFrontOrigin({ headers }: ApiRequest): void {
  if (headers[HEADER] !== undefined) throwRefusal('not-found')
}

export function requireCloudFrontOrigin({ headers }: ApiRequest, secret: string): void {
  const given = Buffer.from(headers[HEADER] ?? '')
  const wanted = Buffer.from(secret)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throwRefusal('not-allowed')
}

const missing = (name: string): never => {
  throw new Error(`secret ${name} holds no text`)
}

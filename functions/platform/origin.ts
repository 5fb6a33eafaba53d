import { timingSafeEqual } from 'node:crypto'
import { getSecret } from '@aws-lambda-powertools/parameters/secrets'
import type { Request } from './http.ts'
import { refuse } from './refusal.ts'

const HEADER = 'x-origin-secret'

/** Reads the origin secret, remembered for five minutes so that a rotation needs no deployment. */
export const originSecret = (name: string) => async (): Promise<string> => {
  const secret = await getSecret(name, { maxAge: 300 })
  return typeof secret === 'string' ? secret : missing(name)
}

/** Refuses a request that did not come by way of CloudFront, which alone knows the secret. */
export function requireOrigin({ headers }: Request, secret: string): void {
  const given = Buffer.from(headers[HEADER] ?? '')
  const wanted = Buffer.from(secret)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) refuse('not-allowed')
}

const missing = (name: string): never => {
  throw new Error(`secret ${name} holds no text`)
}

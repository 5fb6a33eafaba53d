import type { AwsSigningKey } from '../sigv4.ts'
import type { AuthorizeCall } from './authorize-call.ts'

interface SigningKeyOptions {
  readonly region: string
  readonly service: string
  readonly operator: Pick<AwsSigningKey, 'accessKeyId' | 'secretAccessKey'>
  readonly authorizeCall?: AuthorizeCall | undefined
}

export const createSigningKeyLookup =
  ({ region, service, operator, authorizeCall }: SigningKeyOptions) =>
  (accessKeyId: string): AwsSigningKey | undefined => {
    const { accessKeyId: id, secretAccessKey } = operator
    if (accessKeyId === id) return { accessKeyId, secretAccessKey, region, service }
    const found = authorizeCall?.findCredentials(accessKeyId)
    return found && { ...found, region, service }
  }

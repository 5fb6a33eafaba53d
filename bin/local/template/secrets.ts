import { randomInt } from 'node:crypto'
import { LOCAL_GOOGLE_CLIENT, LOCAL_STRIPE_KEYS } from '../addresses.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { listStackResources } from './resources.ts'

interface SecretProperties {
  readonly SecretString?: string
  readonly GenerateSecretString?: { readonly ExcludePunctuation?: boolean; readonly PasswordLength?: number }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Secrets Manager's default. */
const DEFAULT_LENGTH = 32

const nameOf = (arn: string): string => arn.replace(/^.*:secret:/, '').replace(/-[^-]{6}$/, '')

function valueOf(name: string, { SecretString, GenerateSecretString }: SecretProperties): string {
  if (GenerateSecretString) {
    const length = GenerateSecretString.PasswordLength ?? DEFAULT_LENGTH
    return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  }
  // The template contains a placeholder for Stripe's keys, which is replaced after the first deployment.
  const keys = Object.keys(JSON.parse(SecretString ?? '{}') as object)
  if (keys.join() === Object.keys(LOCAL_STRIPE_KEYS).join()) return JSON.stringify(LOCAL_STRIPE_KEYS)
  throw new Error(`nobody has said what the secret ${name} is on this machine`)
}

export const readSecrets = (stack: TemplateStack): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listStackResources<SecretProperties>(stack, 'AWS::SecretsManager::Secret', [
      'SecretString',
      'GenerateSecretString',
    ]).map(({ ref, properties }) => [nameOf(ref), valueOf(nameOf(ref), properties)]),
  )

const REFERENCE = /\{\{resolve:secretsmanager:(.+?):SecretString:([^:}]*):[^:}]*:[^:}]*\}\}/g

/**
 * Resolves CloudFormation's dynamic references to secrets. Google's secret is not in the template, because it is
 * created by hand before the first deployment.
 */
export const resolveSecretReferences = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(REFERENCE, (_, id: string, key: string) => {
    if (key !== '') throw new Error(`one key of the secret ${id} is not resolved`)
    if (!id.startsWith('arn:')) return LOCAL_GOOGLE_CLIENT.clientSecret
    const value = secrets[nameOf(id)]
    if (value === undefined) throw new Error(`the template has no secret ${id}`)
    return value
  })

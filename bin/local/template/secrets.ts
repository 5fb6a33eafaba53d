import { randomInt } from 'node:crypto'
import { LOCAL_GOOGLE_CLIENT, LOCAL_STRIPE_KEYS } from '../addresses.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { listStackResources } from './resources.ts'

interface SecretProperties {
  readonly SecretString?: string
  readonly GenerateSecretString?: { readonly ExcludePunctuation?: boolean; readonly PasswordLength?: number }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Secrets Manager's own. */
const DEFAULT_LENGTH = 32

/** The name is that of the ARN, without the six letters that Secrets Manager adds. */
const nameOf = (arn: string): string => arn.replace(/^.*:secret:/, '').replace(/-[^-]{6}$/, '')

function valueOf(name: string, { SecretString, GenerateSecretString }: SecretProperties): string {
  if (GenerateSecretString) {
    const length = GenerateSecretString.PasswordLength ?? DEFAULT_LENGTH
    return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  }
  // Stripe's keys are a placeholder in the template, which somebody replaces after the first deployment.
  const keys = Object.keys(JSON.parse(SecretString ?? '{}') as object)
  if (keys.join() === Object.keys(LOCAL_STRIPE_KEYS).join()) return JSON.stringify(LOCAL_STRIPE_KEYS)
  throw new Error(`nobody has said what the secret ${name} is on this machine`)
}

/** Values by name. */
export const readSecrets = (stack: TemplateStack): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listStackResources<SecretProperties>(stack, 'AWS::SecretsManager::Secret', [
      'SecretString',
      'GenerateSecretString',
    ]).map(({ ref, properties }) => [nameOf(ref), valueOf(nameOf(ref), properties)]),
  )

const REFERENCE = /\{\{resolve:secretsmanager:(.+?):SecretString:([^:}]*):[^:}]*:[^:}]*\}\}/g

/**
 * With the values of secrets in the place of CloudFormation's dynamic references. A secret that the template only names
 * was made by hand before the first deployment: Google's.
 */
export const resolveSecretReferences = (text: string, secrets: Readonly<Record<string, string>>): string =>
  text.replaceAll(REFERENCE, (_, id: string, key: string) => {
    if (key !== '') throw new Error(`one key of the secret ${id} is not resolved`)
    if (!id.startsWith('arn:')) return LOCAL_GOOGLE_CLIENT.clientSecret
    const value = secrets[nameOf(id)]
    if (value === undefined) throw new Error(`the template has no secret ${id}`)
    return value
  })

import * as z from 'zod/mini'
import { type AwsSigningKey, checkAwsTextSignature, checkSessionToken, findSigningKey } from '../sigv4.ts'
import { S3StandInError } from './s3-stand-in-error.ts'
import type { S3StandInState } from './s3-object-store.ts'

/** Fields before the file, by lower-case name. */
export type UploadFormFields = ReadonlyMap<string, string>

export interface FileLengthRange {
  readonly min: number
  readonly max: number
}

const policyShape = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.coerce.number(), z.coerce.number()]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().check(z.startsWith('$')), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
})

type Condition = z.infer<typeof policyShape>['conditions'][number]

interface Rule {
  readonly name: string
  readonly value: string
  readonly isPrefix: boolean
}

const unlisted = new Set(['policy', 'x-amz-signature', 'file'])

/**
 * Every condition must hold, and every field must have a condition.
 * @returns the allowed length of the file and who signed the policy
 * @throws {S3StandInError} `AccessDenied` naming the failed condition
 */
export function checkUploadPolicy(
  vault: S3StandInState,
  bucket: string,
  fields: UploadFormFields,
): { readonly length: FileLengthRange; readonly key: AwsSigningKey } {
  const read = (name: string): string => fields.get(name) ?? missing(name)
  const claim = {
    credential: read('x-amz-credential'),
    instant: read('x-amz-date'),
    signature: read('x-amz-signature'),
  }
  const key = findSigningKey(claim, vault.keys)
  checkSessionToken(fields.get('x-amz-security-token'), key)
  checkAwsTextSignature(read('policy'), claim, key)
  const policy = readPolicy(read('policy'))
  if (vault.now() > new Date(policy.expiration)) throw denied('Policy expired.')
  const rules = policy.conditions.flatMap((condition) => rulesOf(condition))
  checkRules(rules, new Map([...fields, ['bucket', bucket]]))
  const named = new Set(rules.map(({ name }) => name))
  const extra = [...fields.keys()].filter((name) => !named.has(name) && !isFree(name))
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`)
  if (read('key') === '') missing('key')
  return { length: lengthOf(policy.conditions), key }
}

function isFree(name: string): boolean {
  return unlisted.has(name) || name.startsWith('x-ignore-')
}

function readPolicy(encoded: string): z.infer<typeof policyShape> {
  try {
    return policyShape.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    throw new S3StandInError(400, 'InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.')
  }
}

function rulesOf(condition: Condition): Rule[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([name, value]) => ({ name: name.toLowerCase(), value, isPrefix: false }))
  }
  if (condition[0] === 'content-length-range') return []
  const [operator, name, value] = condition
  return [{ name: name.slice(1).toLowerCase(), value, isPrefix: operator === 'starts-with' }]
}

function checkRules(rules: readonly Rule[], fields: UploadFormFields): void {
  for (const { name, value, isPrefix } of rules) {
    const given = fields.get(name)
    const holds = given !== undefined && (isPrefix ? given.startsWith(value) : given === value)
    if (!holds) {
      const condition = JSON.stringify([isPrefix ? 'starts-with' : 'eq', `$${name}`, value])
      throw denied(`Policy Condition failed: ${condition}`)
    }
  }
}

/** Several ranges must all hold. */
function lengthOf(conditions: readonly Condition[]): FileLengthRange {
  const ranges = conditions.flatMap((condition) =>
    Array.isArray(condition) && condition[0] === 'content-length-range' ? [condition] : [],
  )
  return {
    min: Math.max(0, ...ranges.map(([, min]) => min)),
    max: Math.min(Infinity, ...ranges.map(([, , max]) => max)),
  }
}

function missing(name: string): never {
  throw new S3StandInError(400, 'InvalidArgument', `Bucket POST must contain a field named '${name}'.`)
}

function denied(reason: string): S3StandInError {
  return new S3StandInError(403, 'AccessDenied', `Invalid according to Policy: ${reason}`)
}

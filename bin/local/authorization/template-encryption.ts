import { findRestoredTable } from './template-tables.ts'
import { PolicyError } from '../iam/policy-error.ts'
import { getResourceArn, resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'

export interface CustomerKey {
  readonly arn: string
  readonly isBucketKey: boolean
}

/** Customer managed keys by the ARN of the bucket, table, queue, topic or secret that they encrypt. */
export type CustomerKeys = ReadonlyMap<string, CustomerKey>

type Found = { readonly key: unknown; readonly isBucketKey?: boolean } | undefined

const first = (value: unknown): Record<string, unknown> =>
  ((Array.isArray(value) ? value[0] : value) ?? {}) as Record<string, unknown>

/** AWS's own keys need no permission; Secrets Manager names them by an alias. */
const customerKey = (key: unknown, isBucketKey = false): Found =>
  key === undefined || (typeof key === 'string' && key.includes('alias/aws/')) ? undefined : { key, isBucketKey }

const keyReaders: Readonly<Record<string, (properties: Readonly<Record<string, unknown>>) => Found>> = {
  'AWS::S3::Bucket': ({ BucketEncryption }) => {
    const rule = first(first(BucketEncryption)['ServerSideEncryptionConfiguration'])
    const byDefault = first(rule['ServerSideEncryptionByDefault'])
    return customerKey(byDefault['KMSMasterKeyID'], rule['BucketKeyEnabled'] === true)
  },
  'AWS::DynamoDB::GlobalTable': ({ Replicas }) =>
    customerKey(first(first(Replicas)['SSESpecification'])['KMSMasterKeyId']),
  'AWS::SQS::Queue': ({ KmsMasterKeyId }) => customerKey(KmsMasterKeyId),
  'AWS::SNS::Topic': ({ KmsMasterKeyId }) => customerKey(KmsMasterKeyId),
  'AWS::SecretsManager::Secret': ({ KmsKeyId }) => customerKey(KmsKeyId),
}

/** `Ref` of SNS topics and secrets gives their ARN. */
const arnOf = (id: string, type: string, stack: TemplateStack): string =>
  type === 'AWS::SNS::Topic' || type === 'AWS::SecretsManager::Secret'
    ? String(resolveTemplateValue({ Ref: id }, stack))
    : getResourceArn(id, stack)

function toKeyArn(key: unknown, { region, accountId, ...stack }: TemplateStack): string {
  const resolved = String(resolveTemplateValue(key, { region, accountId, ...stack }))
  if (/^arn:[\w-]+:kms:[^:]+:\d+:key\//.test(resolved)) return resolved
  if (resolved.includes(':') || resolved.includes('/')) throw new PolicyError(`${resolved} is no key`)
  return `arn:aws:kms:${region}:${accountId}:key/${resolved}`
}

export const readCustomerKeys = (stack: TemplateStack): CustomerKeys => {
  const restored = findRestoredTable(stack)
  return new Map([
    ...(restored ? [[restored.arn, { arn: toKeyArn(restored.keyArn, stack), isBucketKey: false }] as const] : []),
    ...Object.entries(stack.template.Resources).flatMap(([id, { Type, Properties = {} }]) => {
      const found = keyReaders[Type]?.(Properties)
      if (!found) return []
      const { key, isBucketKey = false } = found
      return [[arnOf(id, Type, stack), { arn: toKeyArn(key, stack), isBucketKey }] as const]
    }),
    ...[...stack.nested.values()].flatMap((nested) => [...readCustomerKeys(nested)]),
  ])
}

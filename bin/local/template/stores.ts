import { TTL_ATTRIBUTE } from '#data/table'
import type { LocalDeployment } from '../deployment.ts'
import { describeTable, type TableDescription } from '../dynamo.ts'
import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'
import type { LocalHosts } from './local-hosts.ts'
import type { BucketLock } from '../s3/object-lock.ts'
import { readEventSources } from './event-source.ts'
import { getOnlyStackResource, listStackResources } from './resources.ts'

type TableProperties = Pick<
  TableDescription,
  'AttributeDefinitions' | 'KeySchema' | 'GlobalSecondaryIndexes' | 'BillingMode'
> & {
  readonly StreamSpecification?: { readonly StreamViewType: 'NEW_IMAGE' }
  readonly TimeToLiveSpecification?: { readonly AttributeName: string; readonly Enabled: boolean }
}

/** A restored table is not in the stack, which only knows its name; its shape is that of the sources. */
const readRestoredTable = (stack: TemplateStack) => ({
  table: describeTable(String(resolveTemplateValue(stack.template.Outputs?.['TableName']?.Value, stack))),
  expiryAttribute: TTL_ATTRIBUTE,
  restoredStreams: readEventSources(stack).map(({ stream }) => stream),
})

export function readTable(
  stack: TemplateStack,
): Pick<LocalDeployment, 'table' | 'expiryAttribute' | 'restoredStreams'> {
  if (listStackResources(stack, 'AWS::DynamoDB::GlobalTable', []).length === 0) return readRestoredTable(stack)
  const { ref, properties } = getOnlyStackResource<TableProperties>(stack, 'AWS::DynamoDB::GlobalTable', [
    'AttributeDefinitions',
    'KeySchema',
    'GlobalSecondaryIndexes',
    'BillingMode',
    'StreamSpecification',
    'TimeToLiveSpecification',
  ])
  const { StreamSpecification, TimeToLiveSpecification: expiry, ...table } = properties
  return {
    table: {
      ...table,
      TableName: ref,
      StreamSpecification: StreamSpecification
        ? { StreamEnabled: true, ...StreamSpecification }
        : { StreamEnabled: false },
    },
    expiryAttribute: expiry?.Enabled ? expiry.AttributeName : undefined,
  }
}

interface BucketProperties {
  readonly ObjectLockConfiguration?: {
    readonly Rule: {
      readonly DefaultRetention: {
        readonly Mode: BucketLock['mode']
        readonly Days?: number
        readonly Years?: number
      }
    }
  }
  readonly CorsConfiguration?: {
    readonly CorsRules: readonly { readonly AllowedOrigins: readonly string[] }[]
  }
}

/** The stand-in has one CORS list for all buckets: that of the only bucket that browsers use. */
export function readBuckets(
  stack: TemplateStack,
  { localise }: LocalHosts,
): Pick<LocalDeployment, 'buckets' | 'bucketLocks' | 'bucketOrigins'> {
  const buckets = listStackResources<BucketProperties>(stack, 'AWS::S3::Bucket', [
    'CorsConfiguration',
    'ObjectLockConfiguration',
  ])
  const rules = buckets.flatMap(({ properties }) => properties.CorsConfiguration?.CorsRules ?? [])
  return {
    buckets: buckets.map(({ ref }) => ref),
    bucketLocks: new Map(
      buckets.flatMap(({ ref, properties: { ObjectLockConfiguration } }) => {
        if (!ObjectLockConfiguration) return []
        const { Mode: mode, Days = 0, Years = 0 } = ObjectLockConfiguration.Rule.DefaultRetention
        return [[ref, { mode, days: Days + Years * 365 }] as const]
      }),
    ),
    bucketOrigins: [...new Set(rules.flatMap(({ AllowedOrigins }) => AllowedOrigins.map(localise)))],
  }
}

/** The key with an alias: functions use no other KMS key. */
export function readMfaKey(stack: TemplateStack): LocalDeployment['mfaKey'] {
  const { properties } = getOnlyStackResource<{ readonly AliasName: string; readonly TargetKeyId: string }>(
    stack,
    'AWS::KMS::Alias',
    ['AliasName', 'TargetKeyId'],
  )
  return { alias: properties.AliasName, keyId: properties.TargetKeyId.split(':key/')[1] ?? properties.TargetKeyId }
}

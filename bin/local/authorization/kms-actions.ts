import type { ConditionKeys, RequiredAction } from './required-action.ts'
import { presentKeys } from './required-action.ts'
import type { CustomerKeys } from './template-encryption.ts'

type EncryptionContext = Readonly<Record<string, string>> | undefined

/** KMS has a condition key for each pair of the context, and one for all their names. */
const encryptionContextKeys = (context: EncryptionContext): ConditionKeys => {
  const pairs = Object.entries(context ?? {})
  return {
    ...Object.fromEntries(pairs.map(([name, value]) => [`kms:EncryptionContext:${name}`, value])),
    ...(pairs.length > 0 && { 'kms:EncryptionContextKeys': pairs.map(([name]) => name) }),
  }
}

interface KmsRequest {
  readonly KeyId?: string
  readonly EncryptionContext?: EncryptionContext
  readonly EncryptionAlgorithm?: string
}

const keyOperations = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey'] as const
export type KmsOperation = (typeof keyOperations)[number]

const isCryptographic = (operation: KmsOperation): boolean => operation !== 'DescribeKey'

export function listKmsActions(operation: KmsOperation, input: KmsRequest, keyArn: string): readonly RequiredAction[] {
  const { KeyId, EncryptionContext, EncryptionAlgorithm = 'SYMMETRIC_DEFAULT' } = input
  const alias = KeyId?.split(':').at(-1)
  return [
    {
      action: `kms:${operation}`,
      resource: keyArn,
      keys: presentKeys({
        'kms:RequestAlias': alias?.startsWith('alias/') ? alias : undefined,
        ...(isCryptographic(operation) && {
          'kms:EncryptionAlgorithm': EncryptionAlgorithm,
          ...encryptionContextKeys(EncryptionContext),
        }),
      }),
    },
  ]
}

/** KMS actions of a service on the caller's behalf; empty unless the resource has a customer managed key. */
export function listKeyUses(
  keys: CustomerKeys,
  use: {
    readonly via: string
    readonly resource: string
    readonly actions: readonly ('Decrypt' | 'GenerateDataKey')[]
    readonly context: (key: { readonly isBucketKey: boolean }) => Readonly<Record<string, string>>
  },
): readonly RequiredAction[] {
  const key = keys.get(use.resource)
  if (!key) return []
  return use.actions.map((action) => ({
    action: `kms:${action}`,
    resource: key.arn,
    via: use.via,
    keys: { 'kms:EncryptionAlgorithm': 'SYMMETRIC_DEFAULT', ...encryptionContextKeys(use.context(key)) },
  }))
}

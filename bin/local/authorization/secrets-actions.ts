import type { RequiredAction } from './required-action.ts'
import { presentKeys } from './required-action.ts'
import { listKeyUses } from './kms-actions.ts'
import type { CustomerKeys } from './template-encryption.ts'

interface SecretRequest {
  readonly SecretId?: string | undefined
  readonly VersionId?: string | undefined
  readonly VersionStage?: string | undefined
}

export const listSecretActions = (
  { SecretId, VersionId, VersionStage }: SecretRequest,
  secretArn: string,
  keys: CustomerKeys,
): readonly RequiredAction[] => [
  {
    action: 'secretsmanager:GetSecretValue',
    resource: secretArn,
    keys: presentKeys({
      'secretsmanager:SecretId': SecretId,
      'secretsmanager:VersionId': VersionId,
      'secretsmanager:VersionStage': VersionId === undefined ? [VersionStage ?? 'AWSCURRENT'] : undefined,
    }),
  },
  ...listKeyUses(keys, {
    via: 'secretsmanager',
    resource: secretArn,
    actions: ['Decrypt'],
    context: () => ({ SecretARN: secretArn }),
  }),
]

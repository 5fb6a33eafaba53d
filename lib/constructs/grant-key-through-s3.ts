import { Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'

/** S3 encrypts with the caller's permission. `kms:ViaService` makes the key useless for direct calls. */
export const grantKeyThroughS3 = (
  key: IKey,
  grantee: IGrantable,
  ...actions: readonly ('kms:Decrypt' | 'kms:GenerateDataKey')[]
): Grant =>
  Grant.addToPrincipal({
    grantee,
    actions: [...actions],
    resourceArns: [key.keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `s3.${Stack.of(key).region}.amazonaws.com` } },
  })

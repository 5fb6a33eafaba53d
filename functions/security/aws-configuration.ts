import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type PointInTimeRecoveryDescription,
} from '@aws-sdk/client-dynamodb'
import {
  GetBucketEncryptionCommand,
  GetBucketLoggingCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { openServiceClient } from '#data/service-clients'
import { createTableClient } from '#data/table'
import { passwordPolicySettingNames, s3PublicAccessBlocks } from './aws-setting-names.ts'

export interface AwsConfigurationReader {
  readonly pool: () => Promise<{
    readonly id: string
    readonly mfa: string
    readonly softwareTokens: boolean
    readonly minimumLength: number
    readonly requiredKinds: readonly string[]
    readonly deletionProtection: string
    readonly firstFactors: readonly string[]
  }>
  readonly table: () => Promise<{
    readonly name: string
    /** Undefined when DynamoDB uses its own key, which it does not report. */
    readonly encryption: { readonly type: string; readonly key: string } | undefined
    readonly deletionProtection: boolean
    readonly recovery:
      | { readonly days: number; readonly from: string | undefined; readonly until: string | undefined }
      | undefined
  }>
  readonly files: () => Promise<{
    readonly name: string
    readonly encryption: { readonly algorithm: string; readonly key: string }
    readonly blocked: readonly string[]
    readonly versioning: string
    readonly logsTo: string | undefined
  }>
}

export const createAwsConfigurationReader = (names: {
  readonly userPoolId: string
  readonly table: string
  readonly filesBucket: string
}): AwsConfigurationReader => ({
  pool: createUserPoolConfigurationReader(
    names.userPoolId,
    openServiceClient(CognitoIdentityProviderClient, 'userPool'),
  ),
  table: createTableConfigurationReader(names.table, createTableClient()),
  files: createFilesBucketConfigurationReader(names.filesBucket, openServiceClient(S3Client, 'objects')),
})

export const createUserPoolConfigurationReader =
  (UserPoolId: string, client: CognitoIdentityProviderClient): AwsConfigurationReader['pool'] =>
  async () => {
    const [{ UserPool }, mfa] = await Promise.all([
      client.send(new DescribeUserPoolCommand({ UserPoolId })),
      client.send(new GetUserPoolMfaConfigCommand({ UserPoolId })),
    ])
    const { PasswordPolicy: policy, SignInPolicy: signIn } = UserPool?.Policies ?? {}
    return {
      id: UserPoolId,
      mfa: mfa.MfaConfiguration ?? 'OFF',
      softwareTokens: mfa.SoftwareTokenMfaConfiguration?.Enabled === true,
      minimumLength: policy?.MinimumLength ?? 0,
      requiredKinds: passwordPolicySettingNames.filter((kind) => policy?.[kind] === true),
      deletionProtection: UserPool?.DeletionProtection ?? 'INACTIVE',
      firstFactors: signIn?.AllowedFirstAuthFactors ?? [],
    }
  }

export const createTableConfigurationReader =
  (TableName: string, client: DynamoDBClient): AwsConfigurationReader['table'] =>
  async () => {
    const [{ Table }, { ContinuousBackupsDescription: backups }] = await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeContinuousBackupsCommand({ TableName })),
    ])
    const { Status, SSEType, KMSMasterKeyArn } = Table?.SSEDescription ?? {}
    return {
      name: TableName,
      encryption: Status === 'ENABLED' && SSEType ? { type: SSEType, key: keyName(KMSMasterKeyArn) } : undefined,
      deletionProtection: Table?.DeletionProtectionEnabled === true,
      recovery: recoveryOf(backups?.PointInTimeRecoveryDescription),
    }
  }

const DEFAULT_RECOVERY_DAYS = 35

const recoveryOf = (recovery: PointInTimeRecoveryDescription | undefined) =>
  recovery?.PointInTimeRecoveryStatus === 'ENABLED'
    ? {
        days: recovery.RecoveryPeriodInDays ?? DEFAULT_RECOVERY_DAYS,
        from: recovery.EarliestRestorableDateTime?.toISOString(),
        until: recovery.LatestRestorableDateTime?.toISOString(),
      }
    : undefined

const keyName = (arn = ''): string => arn.slice(arn.lastIndexOf('/') + 1)

export const createFilesBucketConfigurationReader =
  (Bucket: string, client: S3Client): AwsConfigurationReader['files'] =>
  async () => {
    const [encryption, access, versioning, logging] = await Promise.all([
      client.send(new GetBucketEncryptionCommand({ Bucket })),
      unlessNone('NoSuchPublicAccessBlockConfiguration', () =>
        client.send(new GetPublicAccessBlockCommand({ Bucket })),
      ),
      client.send(new GetBucketVersioningCommand({ Bucket })),
      client.send(new GetBucketLoggingCommand({ Bucket })),
    ])
    const [rule] = encryption.ServerSideEncryptionConfiguration?.Rules ?? []
    const { SSEAlgorithm = '', KMSMasterKeyID } = rule?.ApplyServerSideEncryptionByDefault ?? {}
    const block = access?.PublicAccessBlockConfiguration
    return {
      name: Bucket,
      encryption: { algorithm: SSEAlgorithm, key: keyName(KMSMasterKeyID) },
      blocked: s3PublicAccessBlocks.filter((kind) => block?.[kind] === true),
      versioning: versioning.Status ?? '',
      logsTo: logging.LoggingEnabled?.TargetBucket,
    }
  }

async function unlessNone<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === name) return undefined
    throw error
  }
}

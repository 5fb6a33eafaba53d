import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
  type PasswordPolicyType,
} from '@aws-sdk/client-cognito-identity-provider'
import { DescribeContinuousBackupsCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  GetBucketEncryptionCommand,
  GetBucketLoggingCommand,
  GetBucketVersioningCommand,
  GetPublicAccessBlockCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'

/** What AWS says of itself when it is asked. Nothing here changes anything. */
export interface Cloud {
  readonly pool: () => Promise<{
    readonly asksForCodes: boolean
    /** The shortest password, and whether every kind of sign is demanded. */
    readonly shortestPassword: number
    readonly demandsEveryKind: boolean
    readonly keptFromDeletion: boolean
    readonly takesPasskeys: boolean
  }>
  readonly table: () => Promise<{
    readonly ownKey: boolean
    readonly keptFromDeletion: boolean
    /** Days that the table can be put back to; 0 when it cannot. */
    readonly recoveryDays: number
  }>
  readonly files: () => Promise<{
    readonly ownKey: boolean
    readonly closedToThePublic: boolean
    readonly keepsVersions: boolean
    readonly writesDownAccess: boolean
  }>
}

export const liveCloud = (names: {
  readonly userPoolId: string
  readonly table: string
  readonly filesBucket: string
}): Cloud => ({
  pool: poolReader(names.userPoolId, new CognitoIdentityProviderClient({})),
  table: tableReader(names.table, new DynamoDBClient({})),
  files: filesReader(names.filesBucket, new S3Client({})),
})

export const poolReader =
  (UserPoolId: string, client: CognitoIdentityProviderClient): Cloud['pool'] =>
  async () => {
    const [{ UserPool }, mfa] = await Promise.all([
      client.send(new DescribeUserPoolCommand({ UserPoolId })),
      client.send(new GetUserPoolMfaConfigCommand({ UserPoolId })),
    ])
    const { PasswordPolicy: policy = {}, SignInPolicy: signIn } = UserPool?.Policies ?? {}
    return {
      asksForCodes: mfa.MfaConfiguration !== 'OFF' && mfa.SoftwareTokenMfaConfiguration?.Enabled === true,
      ...passwordsOf(policy),
      keptFromDeletion: UserPool?.DeletionProtection === 'ACTIVE',
      takesPasskeys: signIn?.AllowedFirstAuthFactors?.includes('WEB_AUTHN') ?? false,
    }
  }

function passwordsOf(policy: PasswordPolicyType) {
  const { MinimumLength = 0, RequireLowercase, RequireUppercase, RequireNumbers, RequireSymbols } = policy
  const demanded = [RequireLowercase, RequireUppercase, RequireNumbers, RequireSymbols]
  return { shortestPassword: MinimumLength, demandsEveryKind: demanded.every((kind) => kind === true) }
}

export const tableReader =
  (TableName: string, client: DynamoDBClient): Cloud['table'] =>
  async () => {
    const [{ Table }, { ContinuousBackupsDescription: backups }] = await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeContinuousBackupsCommand({ TableName })),
    ])
    const recovery = backups?.PointInTimeRecoveryDescription
    return {
      // Without one DynamoDB encrypts with a key of its own and says nothing of it.
      ownKey: Table?.SSEDescription?.Status === 'ENABLED' && Table.SSEDescription.SSEType === 'KMS',
      keptFromDeletion: Table?.DeletionProtectionEnabled === true,
      recoveryDays:
        recovery?.PointInTimeRecoveryStatus === 'ENABLED'
          ? (recovery.RecoveryPeriodInDays ?? DEFAULT_RECOVERY_DAYS)
          : 0,
    }
  }

/** Of a table whose period nobody has set. */
const DEFAULT_RECOVERY_DAYS = 35

export const filesReader =
  (Bucket: string, client: S3Client): Cloud['files'] =>
  async () => {
    const [encryption, block, versioning, logging] = await Promise.all([
      client.send(new GetBucketEncryptionCommand({ Bucket })),
      unlessNone('NoSuchPublicAccessBlockConfiguration', () =>
        client.send(new GetPublicAccessBlockCommand({ Bucket })),
      ),
      client.send(new GetBucketVersioningCommand({ Bucket })),
      client.send(new GetBucketLoggingCommand({ Bucket })),
    ])
    const [rule] = encryption.ServerSideEncryptionConfiguration?.Rules ?? []
    const { BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets } =
      block?.PublicAccessBlockConfiguration ?? {}
    return {
      ownKey: rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm === 'aws:kms',
      closedToThePublic: [BlockPublicAcls, BlockPublicPolicy, IgnorePublicAcls, RestrictPublicBuckets].every(
        (blocked) => blocked === true,
      ),
      keepsVersions: versioning.Status === 'Enabled',
      writesDownAccess: Boolean(logging.LoggingEnabled?.TargetBucket),
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

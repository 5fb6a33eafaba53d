import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
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
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, test } from 'vitest'
import {
  createFilesBucketConfigurationReader,
  createTableConfigurationReader,
  createUserPoolConfigurationReader,
} from '../../../functions/security/aws-configuration.ts'

const nowhere = { region: 'eu-west-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } }

function aPool(userPool: object | undefined, mfa: object) {
  const client = new CognitoIdentityProviderClient(nowhere)
  const cognito = mockClient(client)
  cognito.on(DescribeUserPoolCommand, { UserPoolId: 'pool' }).resolves({ UserPool: userPool })
  cognito.on(GetUserPoolMfaConfigCommand, { UserPoolId: 'pool' }).resolves(mfa)
  return createUserPoolConfigurationReader('pool', client)()
}

function aTable(table: object | undefined, recovery?: object) {
  const client = new DynamoDBClient(nowhere)
  const dynamo = mockClient(client)
  dynamo.on(DescribeTableCommand, { TableName: 'table' }).resolves({ Table: table })
  dynamo
    .on(DescribeContinuousBackupsCommand, { TableName: 'table' })
    .resolves(recovery ? ({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: recovery } } as never) : {})
  return createTableConfigurationReader('table', client)()
}

function aBucket(answers: { encryption?: object; access?: object | Error; versioning?: object; logging?: object }) {
  const client = new S3Client(nowhere)
  const s3 = mockClient(client)
  const of = { Bucket: 'files' }
  const { encryption = {}, access = {}, versioning = {}, logging = {} } = answers
  s3.on(GetBucketEncryptionCommand, of).resolves(encryption)
  const open = s3.on(GetPublicAccessBlockCommand, of)
  if (access instanceof Error) open.rejects(access)
  else open.resolves(access)
  s3.on(GetBucketVersioningCommand, of).resolves(versioning)
  s3.on(GetBucketLoggingCommand, of).resolves(logging)
  return createFilesBucketConfigurationReader('files', client)()
}

const s3Fault = (name: string) =>
  new S3ServiceException({ name, message: name, $fault: 'client', $metadata: { httpStatusCode: 404 } })

const nothingSaid = { name: 'files', encryption: { algorithm: '', key: '' }, blocked: [], versioning: '' }

describe('SEC-03 A-52 what AWS says of a protection', () => {
  test('of the user pool is read in its own words, and what it does not say is not there', async () => {
    const policy = { MinimumLength: 8, RequireLowercase: true, RequireNumbers: true, RequireSymbols: false }
    const whole = {
      Policies: { PasswordPolicy: policy, SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] } },
      DeletionProtection: 'ACTIVE',
    }

    expect(
      await aPool(whole, { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } }),
    ).toEqual({
      id: 'pool',
      mfa: 'OPTIONAL',
      softwareTokens: true,
      minimumLength: 8,
      requiredKinds: ['RequireLowercase', 'RequireNumbers'],
      deletionProtection: 'ACTIVE',
      firstFactors: ['PASSWORD', 'WEB_AUTHN'],
    })
    const none = {
      id: 'pool',
      mfa: 'OFF',
      softwareTokens: false,
      minimumLength: 0,
      requiredKinds: [],
      deletionProtection: 'INACTIVE',
      firstFactors: [],
    }
    expect(await aPool(undefined, {})).toEqual(none)
    expect(await aPool({ Policies: {} }, { SoftwareTokenMfaConfiguration: {} })).toEqual(none)
  })

  test('of the table is read only while it is on', async () => {
    const key = 'arn:aws:kms:eu-west-1:1:key/table-key'
    const from = new Date('2026-10-17T09:00:00Z')
    const until = new Date('2026-11-21T08:55:00Z')
    const whole = {
      SSEDescription: { Status: 'ENABLED', SSEType: 'KMS', KMSMasterKeyArn: key },
      DeletionProtectionEnabled: true,
    }
    const recovery = {
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: 7,
      EarliestRestorableDateTime: from,
      LatestRestorableDateTime: until,
    }

    expect(await aTable(whole, recovery)).toEqual({
      name: 'table',
      encryption: { type: 'KMS', key: 'table-key' },
      deletionProtection: true,
      recovery: { days: 7, from: from.toISOString(), until: until.toISOString() },
    })
    // AWS keeps 35 days by default.
    expect((await aTable(whole, { PointInTimeRecoveryStatus: 'ENABLED' })).recovery).toEqual({ days: 35 })
    const none = { name: 'table', deletionProtection: false }
    expect(await aTable(undefined)).toEqual(none)
    expect(
      await aTable(
        { SSEDescription: { ...whole.SSEDescription, Status: 'UPDATING' } },
        {
          ...recovery,
          PointInTimeRecoveryStatus: 'DISABLED',
        },
      ),
    ).toEqual(none)
    expect((await aTable({ SSEDescription: { Status: 'ENABLED' } })).encryption).toBeUndefined()
  })

  test('of the bucket is read with what closes it, and a bucket that nothing closes is open', async () => {
    const rule = { SSEAlgorithm: 'aws:kms', KMSMasterKeyID: 'arn:aws:kms:eu-west-1:1:key/files-key' }
    const whole = {
      encryption: { ServerSideEncryptionConfiguration: { Rules: [{ ApplyServerSideEncryptionByDefault: rule }] } },
      access: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, BlockPublicPolicy: false, IgnorePublicAcls: true },
      },
      versioning: { Status: 'Enabled' },
      logging: { LoggingEnabled: { TargetBucket: 'logs' } },
    }

    expect(await aBucket(whole)).toEqual({
      name: 'files',
      encryption: { algorithm: 'aws:kms', key: 'files-key' },
      blocked: ['BlockPublicAcls', 'IgnorePublicAcls'],
      versioning: 'Enabled',
      logsTo: 'logs',
    })
    expect(await aBucket({})).toEqual(nothingSaid)
    expect(await aBucket({ access: s3Fault('NoSuchPublicAccessBlockConfiguration') })).toEqual(nothingSaid)
  })

  test('is not guessed where it could not be read', async () => {
    await expect(aBucket({ access: s3Fault('AccessDenied') })).rejects.toThrow('AccessDenied')
    await expect(aBucket({ access: new Error('no such host') })).rejects.toThrow('no such host')
  })
})

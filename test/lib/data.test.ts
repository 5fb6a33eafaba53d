import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { nonApiLambdaVariables } from '#platform/lambdas'
import {
  fullyConfiguredStage,
  toArray,
  getOnlyResource,
  getRolePolicies,
  findTemplateResources,
  getFunctionStatements,
  getStageTemplate,
  getWholeTemplate,
  renderTemplateValue,
  type TemplateResource,
} from './synthesised.ts'

const template = getStageTemplate()
const prod = getStageTemplate(fullyConfiguredStage, 'prod')

/**
 * Logical ids of the resources that hold data. CloudFormation replaces a resource whose id changes, and deletes its
 * data: this list may grow, never change.
 */
const frozen = {
  'AWS::DynamoDB::GlobalTable': ['DataTableFDBAD0F2'],
  'AWS::S3::Bucket': [
    'ArchiveBucket49F1AC64',
    'AuditHistoryBucketE04FE88C',
    'FilesBucket7C17EE2E',
    'Logs6819BB44',
    'RecoveryBucketAE997856',
    'WebsiteBucket4326D7C2',
  ],
  'AWS::Cognito::UserPool': ['IdentityPool9E5AED46'],
  'AWS::KMS::Key': [
    'AlarmsKey3C2381B3',
    'ArchiveKey3EF5EDE5',
    'DataKey5F086070',
    'FilesKeyF4491C5F',
    'MfaKey6DA3D634',
    'RecoveryKeyF0CE256A',
  ],
}

const isNewWithEachStack = (name: unknown) => JSON.stringify(name).includes('{"Ref":"AWS::StackId"}')

describe('what holds data', () => {
  test.for(Object.entries(frozen))('%s keeps its logical ids', ([type, ids]) => {
    for (const stage of [template, prod])
      expect(Object.keys(findTemplateResources(stage, type)).toSorted()).toEqual(ids)
  })

  test('outlives its stack, whatever its stage', () => {
    for (const stage of [template, prod]) {
      const kept = Object.keys(frozen).flatMap((type) => Object.entries(findTemplateResources(stage, type)))
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of kept) {
        expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain'])
      }
    }
  })

  test('keeps its protection: the policy of a bucket that is kept is kept, and so is who may open the archive', () => {
    for (const stage of [template, prod]) {
      const buckets = Object.entries(findTemplateResources(stage, 'AWS::S3::Bucket')).flatMap(
        ([id, { UpdateReplacePolicy }]) => (UpdateReplacePolicy === 'Retain' ? [id] : []),
      )
      const protections = [
        ...Object.values(findTemplateResources(stage, 'AWS::S3::BucketPolicy')).map(
          (policy) => [policy.Properties.Bucket.Ref, policy] as const,
        ),
        ...['AWS::IAM::Role', 'AWS::IAM::Policy'].flatMap((type) =>
          Object.entries(findTemplateResources(stage, type)).filter(([id]) => id.startsWith('ArchiveBreakGlass')),
        ),
      ]

      expect(buckets.length).toBeGreaterThan(4)
      expect(protections.map(([id]) => id)).toEqual(
        expect.arrayContaining([
          ...buckets,
          expect.stringMatching(/DefaultPolicy/),
          expect.stringMatching(/Glass[0-9A-F]{8}$/),
        ]),
      )
      for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of protections)
        expect([id, DeletionPolicy, UpdateReplacePolicy]).toEqual([id, 'RetainExceptOnCreate', 'Retain'])
    }
  })

  test('is not in the way of a first deployment that is tried again: a rollback removes it, and its name is free', () => {
    for (const stage of [getWholeTemplate(), getWholeTemplate(fullyConfiguredStage, 'prod')]) {
      const kept = Object.entries(stage.toJSON()['Resources'] as Record<string, TemplateResource>).filter(
        ([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete',
      )
      expect(kept.filter(([, { DeletionPolicy }]) => DeletionPolicy !== 'RetainExceptOnCreate')).toEqual([])
      expect(
        kept
          // The name of a policy within a role is the role's alone.
          .filter(([, { Type }]) => Type !== 'AWS::IAM::Policy')
          .flatMap(([id, { Properties }]) => Object.entries(Properties ?? {}).map((entry) => [id, ...entry] as const))
          .filter(([, name, value]) => /^(?!Attribute)([A-Z]\w*)?Name$/.test(name) && !isNewWithEachStack(value)),
      ).toEqual([])
    }
  })

  test('of buckets is closed to the public, whatever somebody once writes into a policy', () => {
    for (const stage of [template, prod]) {
      const open = Object.entries(findTemplateResources(stage, 'AWS::S3::Bucket')).filter(
        ([, { Properties }]) =>
          !isDeepStrictEqual(Properties.PublicAccessBlockConfiguration, {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          }),
      )
      expect(open.map(([id]) => id)).toEqual([])
    }
  })

  test('is encrypted by keys that rotate', () => {
    for (const { Properties } of Object.values(findTemplateResources(template, 'AWS::KMS::Key'))) {
      expect(Properties.EnableKeyRotation).toBe(true)
    }
  })
})

const keysOf = ({ KeySchema }: { KeySchema: { AttributeName: string }[] }) =>
  KeySchema.map(({ AttributeName }) => AttributeName)

describe('the table', () => {
  const table = getOnlyResource(template, 'AWS::DynamoDB::GlobalTable').Properties
  const [replica] = table.Replicas

  test('can be put back to any moment of the last 35 days and cannot be deleted by mistake', () => {
    expect(replica).toMatchObject({
      Region: 'eu-west-1',
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
    })
    expect(renderTemplateValue(replica.SSESpecification.KMSMasterKeyId)).toBe('${DataKey5F086070.Arn}')
  })

  test('has the keys and indexes of functions/data, expires what says so, and tells what was written', () => {
    expect(keysOf(table)).toEqual(['pk', 'sk'])
    expect(table.GlobalSecondaryIndexes.map(keysOf)).toEqual([
      ['gsi1pk', 'gsi1sk'],
      ['gsi2pk', 'gsi2sk'],
    ])
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: 'expiresAtEpoch', Enabled: true })
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' })
  })
})

const onItems = (name: string) =>
  getFunctionStatements(template, name).filter(({ Action }) =>
    Action.some((action) => /^dynamodb:.*(Item|Query|Scan)/.test(action)),
  )

describe('who may touch which items', () => {
  const triggers = Object.entries(nonApiLambdaVariables) as [string, readonly string[]][]
  const users = [...apiDomains, ...triggers.filter(([, names]) => names.includes('TABLE_NAME')).map(([name]) => name)]
  const strangers = triggers.filter(([, names]) => !names.includes('TABLE_NAME')).map(([name]) => name)

  test.for(users)('%s uses the key of the table by way of DynamoDB alone', (name) => {
    const withKey = getFunctionStatements(template, name).filter(({ Resource }) =>
      Resource.some((arn) => JSON.stringify(arn).includes('DataKey')),
    )
    expect(withKey.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' } },
    ])
  })

  test.for(strangers)('%s reaches no item', (name) => {
    expect(onItems(name).filter(({ Effect }) => Effect === 'Allow')).toEqual([])
  })

  test('nobody may scan the table', () => {
    const actions = Object.values(getRolePolicies(template)).flatMap((statements) =>
      statements.flatMap(({ Action }) => Action),
    )
    expect(actions).not.toContain('dynamodb:Scan')
  })
})

describe("the clients' files", () => {
  const bucket = findTemplateResources(template, 'AWS::S3::Bucket')['FilesBucket7C17EE2E']?.Properties

  test('are private, versioned and encrypted with their own key', () => {
    expect(bucket.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
    expect(bucket.VersioningConfiguration).toEqual({ Status: 'Enabled' })
    const [encryption] = bucket.BucketEncryption.ServerSideEncryptionConfiguration
    expect(encryption.BucketKeyEnabled).toBe(true)
    expect(renderTemplateValue(encryption.ServerSideEncryptionByDefault.KMSMasterKeyID)).toBe('${FilesKeyF4491C5F.Arn}')
  })

  test('travel over TLS only', () => {
    expect(filesPolicy(template)).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    )
  })

  test('are sent and fetched by pages of the site alone', () => {
    const [rule, ...others] = bucket.CorsConfiguration.CorsRules
    expect(rule).toMatchObject({ AllowedMethods: ['POST', 'GET'], AllowedHeaders: ['content-type'] })
    expect(rule.AllowedOrigins.map(renderTemplateValue)).toEqual(['https://${WebsiteDistribution0C86AB5B.DomainName}'])
    expect(others).toEqual([])
  })

  test('leave no halves and no old versions behind', () => {
    expect(bucket.LifecycleConfiguration.Rules).toMatchObject([
      {
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        NoncurrentVersionExpiration: { NoncurrentDays: 30 },
      },
    ])
  })

  test('are given out only when found clean, in every stage, what we made ourselves excepted', () => {
    for (const stage of [template, prod]) {
      const [denial] = filesPolicy(stage).filter(({ Sid }) => Sid === 'OnlyCleanFiles')

      expect(denial).toMatchObject({ Effect: 'Deny', Action: ['s3:GetObject', 's3:GetObjectVersion'] })
      expect(denial?.Condition).toMatchObject({
        StringNotEquals: { 's3:ExistingObjectTag/GuardDutyMalwareScanStatus': 'NO_THREATS_FOUND' },
      })
      expect(toArray(denial?.NotResource).map(renderTemplateValue)).toEqual([
        '${FilesBucket7C17EE2E.Arn}/*/receipt/*',
        '${FilesBucket7C17EE2E.Arn}/*/export/*',
      ])
      expect(Object.keys(findTemplateResources(stage, 'AWS::GuardDuty::MalwareProtectionPlan'))).toHaveLength(1)
    }
  })

  test('are reviewed by what GuardDuty says of this bucket: nothing of it is lost without an alarm', () => {
    const [rule] = Object.values(findTemplateResources(template, 'AWS::Events::Rule')).filter(
      ({ Properties }) => Properties.EventPattern.source[0] === 'aws.guardduty',
    )
    const [target] = rule?.Properties.Targets ?? []
    const [[receiver]] = Object.entries(findTemplateResources(template, 'AWS::Lambda::Function')).filter(([id]) =>
      id.includes('receivescanresult'),
    ) as [[string, unknown]]
    const [retry] = Object.values(findTemplateResources(template, 'AWS::Lambda::EventInvokeConfig')).filter(
      ({ Properties }) => Properties.FunctionName.Ref === receiver,
    )

    expect(rule?.Properties.EventPattern).toMatchObject({
      source: ['aws.guardduty'],
      'detail-type': ['GuardDuty Malware Protection Object Scan Result'],
      detail: { s3ObjectDetails: { bucketName: [{ Ref: 'FilesBucket7C17EE2E' }] } },
    })
    expect(renderTemplateValue(rule?.Properties.EventPattern.resources[0])).toMatch(/^\$\{FilesMalwareScanPlan/)
    expect(renderTemplateValue(target.Arn)).toContain(receiver)
    const queues = [target.DeadLetterConfig.Arn, retry?.Properties.DestinationConfig.OnFailure.Destination]
    expect(queues.map(renderTemplateValue)).toEqual([
      expect.stringMatching(/^\$\{UploadReviewFailureQueue/),
      expect.stringMatching(/^\$\{UploadReviewFailureQueue/),
    ])
  })
})

interface BucketStatement {
  readonly Sid?: string
  readonly NotResource?: unknown
  readonly Condition?: unknown
}

const filesPolicy = (stage: typeof template): readonly BucketStatement[] =>
  Object.entries(findTemplateResources(stage, 'AWS::S3::BucketPolicy')).flatMap(([id, { Properties }]) =>
    id.startsWith('Files') ? (Properties.PolicyDocument.Statement as BucketStatement[]) : [],
  )

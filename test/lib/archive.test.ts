import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { ARCHIVE_RETENTION_STEP_DAYS, MAX_ARCHIVE_RETENTION_STEPS } from '#contract/archive'
import { nonApiLambdaVariables } from '#platform/lambdas'
import {
  fullyConfiguredStage,
  getRolePolicies,
  findLogicalId,
  findTemplateResources,
  getFunctionStatements,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate(fullyConfiguredStage, 'prod')
const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]
const archive = 'ArchiveBucket49F1AC64'
const key = 'ArchiveKey3EF5EDE5'
const eraser = findLogicalId(template, 'AWS::IAM::Role', 'privacyerasedueRole')
const breakGlass = findLogicalId(template, 'AWS::IAM::Role', 'ArchiveBreakGlass')

interface BucketStatement {
  readonly Sid?: string
  readonly Effect: string
  readonly Principal: unknown
  readonly Action: string | readonly string[]
  readonly Condition?: unknown
}

const [, policy] =
  Object.entries(findTemplateResources(template, 'AWS::S3::BucketPolicy')).find(([id]) => id.startsWith('Archive')) ??
  []
const statements: readonly BucketStatement[] = policy?.Properties.PolicyDocument.Statement ?? []
const denial = (sid: string) => statements.find(({ Sid }) => Sid === sid)
const unless = (role: string) => ({ ArnNotEquals: { 'aws:PrincipalArn': { 'Fn::GetAtt': [role, 'Arn'] } } })

describe('A-50 the archive of erased people', () => {
  test('may be added to by the function that erases, and read by no function', () => {
    const allowed = names.flatMap((name) =>
      getFunctionStatements(template, name)
        .filter(({ Effect, Resource }) => Effect === 'Allow' && JSON.stringify(Resource).includes(archive))
        .map(({ Action, Resource }) => [
          name,
          Action,
          // The CDK merges statements of the same action, so other resources are filtered out.
          Resource.map(renderTemplateValue).filter((arn) => arn.includes(archive)),
        ]),
    )

    expect(allowed).toEqual([['privacy/erase-due', ['s3:PutObject'], [`\${${archive}.Arn}/*`]]])
  })

  test('says so itself: whatever a role allows, reading takes the broken glass and adding takes the eraser', () => {
    expect(denial('OnlyThroughBrokenGlass')).toMatchObject({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: ['s3:GetObject', 's3:GetObjectAttributes', 's3:GetObjectVersion'],
      Condition: unless(breakGlass),
    })
    expect(denial('OnlyTheEraser')).toMatchObject({
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:PutObject',
      Condition: unless(eraser),
    })
  })

  test('keeps what was put there: nothing is written over, nothing is removed by hand', () => {
    expect(denial('NothingIsWrittenOver')).toMatchObject({
      Effect: 'Deny',
      Action: 's3:PutObject',
      Condition: { Null: { 's3:if-none-match': 'true' } },
    })
    expect(denial('NothingIsRemovedByHand')).toMatchObject({
      Effect: 'Deny',
      Action: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
    })
    expect(denial('NothingIsRemovedByHand')).not.toHaveProperty('Condition')
  })

  test('is sealed by a key that the eraser can only seal with and the broken glass can only open with', () => {
    const { Statement } = findTemplateResources(template, 'AWS::KMS::Key')[key]?.Properties.KeyPolicy ?? {}
    const uses = (Statement as { Action: string | string[]; Principal: { AWS: unknown } }[])
      .filter(({ Action }) => /Decrypt|Encrypt|GenerateDataKey|CreateGrant|\*/.test(JSON.stringify(Action)))
      .map(({ Action, Principal }) => [Action, Principal.AWS])

    expect(uses).toEqual([
      ['kms:Decrypt', { 'Fn::GetAtt': [breakGlass, 'Arn'] }],
      ['kms:GenerateDataKey', { 'Fn::GetAtt': [eraser, 'Arn'] }],
    ])
  })

  test('is opened by nobody without a second factor, or whom Identity Center lets, and by no service', () => {
    const { AssumeRolePolicyDocument } = findTemplateResources(template, 'AWS::IAM::Role')[breakGlass]?.Properties ?? {}
    const [withFactor, byIdentityCenter, ...others] = AssumeRolePolicyDocument.Statement

    for (const { Principal } of [withFactor, byIdentityCenter]) expect(JSON.stringify(Principal)).toContain(':root')
    expect(withFactor.Condition).toEqual({ Bool: { 'aws:MultiFactorAuthPresent': 'true' } })
    expect(renderTemplateValue(byIdentityCenter.Condition.ArnLike['aws:PrincipalArn'])).toMatch(
      /:role\/aws-reserved\/sso\.amazonaws\.com\/\*AWSReservedSSO_HabitatArchive_\*$/,
    )
    expect(others).toEqual([])
  })

  test('is closed again an hour after it was opened', () => {
    const { MaxSessionDuration } = findTemplateResources(template, 'AWS::IAM::Role')[breakGlass]?.Properties ?? {}

    expect(MaxSessionDuration).toBeLessThanOrEqual(3600)
  })

  test('LIM-12 removes each thing when its time is over, up to ten years', () => {
    const bucket = findTemplateResources(template, 'AWS::S3::Bucket')[archive]?.Properties
    const rules = bucket.LifecycleConfiguration.Rules as { Prefix: string; ExpirationInDays: number; Status: string }[]

    expect(rules).toHaveLength(MAX_ARCHIVE_RETENTION_STEPS)
    expect(MAX_ARCHIVE_RETENTION_STEPS * ARCHIVE_RETENTION_STEP_DAYS).toBeLessThanOrEqual(3652)
    for (const [index, rule] of rules.entries()) {
      expect(rule).toMatchObject({
        Prefix: `keep-${index + 1}/`,
        ExpirationInDays: (index + 1) * ARCHIVE_RETENTION_STEP_DAYS,
        Status: 'Enabled',
      })
    }
    // A noncurrent version would outlive the retention period.
    expect(bucket).not.toHaveProperty('VersioningConfiguration')
  })

  test('is private', () => {
    expect(
      findTemplateResources(template, 'AWS::S3::Bucket')[archive]?.Properties.PublicAccessBlockConfiguration,
    ).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
  })
})

test('nobody may read a table that was restored', () => {
  const actions = Object.values(getRolePolicies(template)).flatMap((all) => all.flatMap(({ Action }) => Action))
  expect(actions.filter((action) => action.startsWith('dynamodb:Restore') || action.includes('Export'))).toEqual([])
})

import { readFileSync } from 'node:fs'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import type { PracticeStackProps } from '../../lib/practice-stack.ts'
import { REPLACED_POOL_DAYS } from '../../bin/deploy/checks/user-pool.ts'
import { REPLACED_TABLE_DAYS } from '../../bin/restore/remove-table.ts'
import { EdgeStack } from '../../lib/edge-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { askAsRole, findArn } from './authorization.ts'
import {
  findTemplateResources,
  fullyConfiguredStage,
  getFunctionStatements,
  getOnlyResource,
  getRolePolicies,
  getStageTemplate,
  getWholeTemplate,
  renderTemplateValue,
} from './synthesised.ts'
import { listTemplateAlarms } from './template-alarms.ts'

/** Days from a request until all active data of the person is erased. */
const ERASED_WITHIN = 30
const PROMISED = 90
/** S3 counts from the next midnight and may take a day to remove. */
const S3_DELAY = 2
/** CloudWatch removes log events up to 72 hours after their retention, by AWS' documentation. */
const LOG_DELAY = 3

const otherVault = 'arn:aws:backup:eu-west-1:222222222222:backup-vault:habitat-copies'
const withBackup: PracticeStackProps = {
  ...fullyConfiguredStage,
  backup: { lock: 'compliance', copyToVaultArn: otherVault },
}
const stages = {
  dev: getWholeTemplate(deploymentStages.dev, 'dev'),
  prod: getWholeTemplate(fullyConfiguredStage, 'prod'),
  'prod with backups': getWholeTemplate(withBackup, 'prod'),
}
const edge = Template.fromStack(
  new EdgeStack(new App({ analyticsReporting: false, builtinCloudFormationValidation: false }), 'prod'),
)

/** Buckets without copies of erased data, with the reason. An unlisted bucket fails below. */
const bucketsWithoutCopies: Readonly<Record<string, string>> = {
  ArchiveBucket: 'what the law keeps, by years (archive.test.ts)',
  AuditHistoryBucket: 'keyed hashes in the place of people, whose keys go with them (decision 0036)',
  WebsiteBucket: 'the pages of the site: nothing of a person',
}

interface Rule {
  readonly Prefix?: string
  readonly Status: string
  readonly ExpirationInDays?: number
  readonly NoncurrentVersionExpiration?: { readonly NoncurrentDays: number }
}

type Days = readonly (readonly [copy: string, days: number])[]

function bucketDays(template: Template): Days {
  return Object.entries(findTemplateResources(template, 'AWS::S3::Bucket')).flatMap(([id, { Properties }]) => {
    const name = id.replace(/[0-9A-F]{8}$/, '')
    if (bucketsWithoutCopies[name]) return []
    const rules: readonly Rule[] = Properties.LifecycleConfiguration?.Rules ?? []
    // Current versions are deleted with their person's data; noncurrent ones must all expire.
    const daysOf = (rule: Rule) =>
      name === 'FilesBucket' ? rule.NoncurrentVersionExpiration?.NoncurrentDays : rule.ExpirationInDays
    expect([name, rules.length > 0, rules.every(({ Status }) => Status === 'Enabled')]).toEqual([name, true, true])
    return rules.map((rule) => [`${name} ${rule.Prefix ?? ''}`, (daysOf(rule) ?? Infinity) + S3_DELAY] as const)
  })
}

function tableDays(template: Template): Days {
  const [replica] = getOnlyResource(template, 'AWS::DynamoDB::GlobalTable').Properties.Replicas
  return [['point-in-time recovery', replica.PointInTimeRecoverySpecification.RecoveryPeriodInDays]]
}

function backupDays(template: Template): Days {
  const plans = Object.values(findTemplateResources(template, 'AWS::Backup::BackupPlan'))
  const rules = plans.flatMap(({ Properties }) => Properties.BackupPlan.BackupPlanRule)
  const vaults = Object.values(findTemplateResources(template, 'AWS::Backup::BackupVault'))
  return [
    ...rules.map(({ Lifecycle }): Days[number] => ['backup', Lifecycle?.DeleteAfterDays ?? Infinity]),
    ...rules.flatMap(({ CopyActions = [] }) =>
      CopyActions.map(({ Lifecycle }: { Lifecycle?: { DeleteAfterDays: number } }) => [
        'backup elsewhere',
        Lifecycle?.DeleteAfterDays ?? Infinity,
      ]),
    ),
    ...vaults.map(({ Properties }): Days[number] => [
      'made by hand in the locked vault',
      Properties.LockConfiguration?.MaxRetentionDays ?? 0,
    ]),
  ]
}

const queueDays = (template: Template): Days =>
  Object.entries(findTemplateResources(template, 'AWS::SQS::Queue')).map(([id, { Properties }]) => [
    id,
    (Properties.MessageRetentionPeriod ?? 345_600) / 86_400,
  ])

/** Their lines have ids, which lead to a person while any copy is left. A function without a group logs for ever. */
function logDays(template: Template): Days {
  const groups = Object.entries(findTemplateResources(template, 'AWS::Logs::LogGroup'))
  const functions = Object.entries(findTemplateResources(template, 'AWS::Lambda::Function'))
  return [
    ...groups.map(([id, { Properties }]): Days[number] => [id, (Properties.RetentionInDays ?? Infinity) + LOG_DELAY]),
    ...functions
      .filter(([, { Properties }]) => Properties.LoggingConfig?.LogGroup === undefined)
      .map(([id]): Days[number] => [`log of ${id}`, Infinity]),
  ]
}

const listCopies = (template: Template): Days => [
  ...tableDays(template),
  ...bucketDays(template),
  ...backupDays(template),
  ...queueDays(template),
  ...logDays(template),
]

test('LIM-13 A-50 the firewall of the site keeps nothing, nor does that of the pool', () => {
  const kept = [edge, ...Object.values(stages)].flatMap((template) => [
    ...Object.keys(findTemplateResources(template, 'AWS::WAFv2::LoggingConfiguration')),
    ...(template === edge ? [...bucketDays(template), ...queueDays(template), ...logDays(template)] : []),
  ])

  expect(kept).toEqual([])
})

describe.each(Object.entries(stages))('LIM-13 A-50 in %s', (_, template) => {
  test('every copy is over sixty days after an erasure, ninety after its request', () => {
    const copies = listCopies(template)

    expect(copies.length).toBeGreaterThan(5)
    expect(copies.filter(([, days]) => !(ERASED_WITHIN + days <= PROMISED))).toEqual([])
  })

  test('who was erased is known for longer than any copy lives from which they could come back', () => {
    const records = bucketDays(template).find(([copy]) => copy === 'RecoveryBucket erasures/')?.[1] ?? 0
    const restorable = [...tableDays(template), ...backupDays(template)].map(([, days]) => days)
    const users = bucketDays(template).filter(([copy]) => copy === 'RecoveryBucket users/')

    expect(users).toHaveLength(1)
    expect(records - S3_DELAY).toBeGreaterThan(Math.max(...restorable, ...users.map(([, days]) => days)))
  })

  test('nothing is copied elsewhere than where it was counted', () => {
    for (const [id, { Properties }] of Object.entries(findTemplateResources(template, 'AWS::S3::Bucket')))
      expect([id, Properties.ReplicationConfiguration]).toEqual([id, undefined])
    expect(findTemplateResources(template, 'AWS::DynamoDB::Table')).toEqual({})
    const { Replicas } = getOnlyResource(template, 'AWS::DynamoDB::GlobalTable').Properties
    expect(Replicas).toHaveLength(1)
  })

  test('files of erased people are removed in every version, not marked as deleted', () => {
    const actions = getFunctionStatements(template, 'privacy/erase-due').flatMap(({ Action }) => Action)
    expect(actions).toContain('s3:DeleteObjectVersion')
    expect(actions).not.toContain('s3:DeleteObject')
  })

  test('no function may restore or export a table, nor read what a restoration needs', () => {
    const statements = Object.values(getRolePolicies(template)).flat()
    const actions = statements.flatMap(({ Action }) => Action)
    expect(actions.filter((action) => /^dynamodb:(Restore|Export)/.test(action))).toEqual([])
    const onRecovery = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('Recovery'))
    expect(new Set(onRecovery.flatMap(({ Action }) => Action))).toEqual(
      new Set(['kms:GenerateDataKey', 's3:PutObject']),
    )
  })
})

test('LIM-13 A-50 a table that a restored one has replaced is over sixty days after the change, by its page', () => {
  const page = readFileSync('docs/runbooks/restore.md', 'utf8').replaceAll(/\s+/g, ' ')
  const [, days = ''] = /nothing of the old table is needed any more, and within (\w+) days/.exec(page) ?? []
  const [, keptDays] = /DynamoDB keeps a copy of a removed table for (\d+) days/.exec(page) ?? []
  const removedWithin = { ten: 10, twenty: 20, thirty: 30 }[days] ?? Infinity

  expect(removedWithin).toBe(REPLACED_TABLE_DAYS)
  expect(removedWithin + Number(keptDays)).toBeLessThanOrEqual(PROMISED - ERASED_WITHIN)
})

test('LIM-13 A-50 a user pool that another has replaced is deleted within sixty days of the change, by its page', () => {
  const page = readFileSync('docs/runbooks/restore.md', 'utf8').replaceAll(/\s+/g, ' ')

  expect(page).toContain('step 4 has ended without errors, and within twenty days, delete it.')
  expect(REPLACED_POOL_DAYS).toBe(20)
  expect(REPLACED_POOL_DAYS).toBeLessThanOrEqual(PROMISED - ERASED_WITHIN)
})

interface Trail {
  readonly name: string
  readonly days: number
  /** Of the resources whose data events it has; management events are `Management`. */
  readonly events: readonly string[]
}

/** Of docs/deploy.md, with the values of the shell's variables left out. */
function listTrails(): readonly Trail[] {
  const guide = readFileSync('docs/deploy.md', 'utf8')
  return [...guide.matchAll(/^make_trail (\w+) (\d+) '(\[[^]*?\])'$/gm)].map(([, name = '', days, selectors = '']) => {
    const fields = (
      JSON.parse(selectors.replaceAll(/'"\$\w+"'/g, '')) as readonly {
        readonly FieldSelectors: readonly { readonly Field: string; readonly Equals?: readonly string[] }[]
      }[]
    ).map(({ FieldSelectors }) => new Map(FieldSelectors.map(({ Field, Equals = [] }) => [Field, Equals])))
    const events = fields.flatMap((each) => each.get('resources.type') ?? each.get('eventCategory') ?? [])
    return { name, days: Number(days), events }
  })
}

test('LIM-13 A-50 a trail of what names people is over sixty days after an erasure, by the guide; of objects it has ids alone', () => {
  const trails = listTrails()
  const longer = trails.filter(({ days }) => !(ERASED_WITHIN + days + S3_DELAY <= PROMISED))

  expect(trails.flatMap(({ events }) => events).toSorted()).toEqual([
    'AWS::DynamoDB::Table',
    'AWS::S3::Object',
    'Management',
  ])
  expect(longer.map(({ name, events }) => [name, events])).toEqual([['objects', ['AWS::S3::Object']]])
})

describe('the bucket of what a restoration needs', () => {
  const { dev } = stages
  const [bucket] = Object.entries(findTemplateResources(dev, 'AWS::S3::Bucket')).filter(([id]) =>
    id.startsWith('Recovery'),
  )
  const [policy] = Object.entries(findTemplateResources(dev, 'AWS::S3::BucketPolicy')).filter(([id]) =>
    id.startsWith('Recovery'),
  )
  const denials = policy?.[1].Properties.PolicyDocument.Statement.filter(
    ({ Effect, Sid }: { Effect: string; Sid?: string }) => Effect === 'Deny' && Sid,
  )

  test('has a key of its own and is private', () => {
    const { BucketEncryption, PublicAccessBlockConfiguration } = bucket?.[1].Properties ?? {}
    const [{ ServerSideEncryptionByDefault }] = BucketEncryption.ServerSideEncryptionConfiguration

    expect(renderTemplateValue(ServerSideEncryptionByDefault.KMSMasterKeyID)).toMatch(/^\$\{RecoveryKey/)
    expect(new Set(Object.values(PublicAccessBlockConfiguration))).toEqual(new Set([true]))
  })

  test('is added to and neither written over nor emptied by hand', () => {
    expect(denials).toMatchObject([
      { Sid: 'NothingIsWrittenOver', Action: 's3:PutObject', Condition: { Null: { 's3:if-none-match': 'true' } } },
      { Sid: 'NothingIsRemovedByHand', Action: ['s3:DeleteObject', 's3:DeleteObjectVersion'] },
    ])
    const own = findArn('AWS::S3::Bucket', 'RecoveryBucket')
    for (const folder of ['users', 'erasures']) {
      const ask = (action: string) => askAsRole('arn:aws:iam::000000000000:role/Operator', action, `${own}/${folder}/a`)
      expect(ask('s3:PutObject')).toMatchObject({ decision: 'explicitDeny', sid: 'NothingIsWrittenOver' })
      for (const action of ['s3:DeleteObject', 's3:DeleteObjectVersion'])
        expect(ask(action)).toMatchObject({ decision: 'explicitDeny', sid: 'NothingIsRemovedByHand' })
    }
  })
})

const lockOf = (stage: Template) => getOnlyResource(stage, 'AWS::Backup::BackupVault').Properties.LockConfiguration

describe('backups of the table', () => {
  const template = stages['prod with backups']
  const vault = () => getOnlyResource(template, 'AWS::Backup::BackupVault').Properties

  test('are made of no stage that does not ask for them', () => {
    for (const stage of [stages.dev, stages.prod])
      expect(Object.keys(findTemplateResources(stage, 'AWS::Backup::BackupPlan'))).toEqual([])
  })

  test('are made of the table every night and copied to the vault of the other account', () => {
    const [rule, ...others] = getOnlyResource(template, 'AWS::Backup::BackupPlan').Properties.BackupPlan.BackupPlanRule
    const { BackupSelection } = getOnlyResource(template, 'AWS::Backup::BackupSelection').Properties

    expect(others).toEqual([])
    expect(rule.ScheduleExpression).toBe('cron(30 2 * * ? *)')
    expect(
      rule.CopyActions.map(({ DestinationBackupVaultArn }: Record<string, unknown>) => DestinationBackupVaultArn),
    ).toEqual([otherVault])
    expect(BackupSelection.Resources.map(renderTemplateValue)).toEqual(['${DataTableFDBAD0F2.Arn}'])
  })

  test('that are not made, or not copied, are told of by an alarm whose page says what to do', () => {
    const rules = Object.values(findTemplateResources(template, 'AWS::Events::Rule'))
    const ofBackups = rules.filter(({ Properties }) => JSON.stringify(Properties).includes('aws.backup'))
    const [queueId, ...others] = Object.keys(findTemplateResources(template, 'AWS::SQS::Queue')).filter((id) =>
      id.startsWith('BackupsFailureQueue'),
    )
    const alarms = listTemplateAlarms(getWholeTemplate(withBackup, 'prod')).filter(({ Dimensions = [] }) =>
      Dimensions.some(({ Value }) => Value.includes(`${queueId}.QueueName`)),
    )
    const policies = Object.values(findTemplateResources(template, 'AWS::SQS::QueuePolicy'))
    const policy = policies.find(({ Properties }) => JSON.stringify(Properties.Queues).includes(`${queueId}`))

    expect(others).toEqual([])
    expect(ofBackups.map(({ Properties }) => Properties.EventPattern)).toEqual([
      {
        source: ['aws.backup'],
        'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'] },
      },
    ])
    expect(ofBackups[0]?.Properties.Targets.map(({ Arn }: { Arn: unknown }) => renderTemplateValue(Arn))).toEqual([
      `\${${queueId}.Arn}`,
    ])
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Action: expect.arrayContaining(['sqs:SendMessage']) as string[],
        Principal: { Service: 'events.amazonaws.com' },
        Condition: { ArnEquals: { 'aws:SourceArn': expect.anything() as object } },
      }),
    )
    expect(alarms.map(({ AlarmDescription }) => AlarmDescription)).toEqual([
      expect.stringMatching(/^A nightly backup of the table.* Runbook: docs\/runbooks\/backups\.md$/),
    ])
    expect(readFileSync('docs/runbooks/backups.md', 'utf8')).toContain('BackupsFailureQueue --purge')
  })

  test('are sealed by a key of their own, which the other account may use for its copies', () => {
    const [id, key] =
      Object.entries(findTemplateResources(template, 'AWS::KMS::Key')).find(([name]) => name.startsWith('Backups')) ??
      []
    const shared = key?.Properties.KeyPolicy.Statement.filter((statement: unknown) =>
      JSON.stringify(statement).includes('222222222222'),
    )

    expect(renderTemplateValue(vault().EncryptionKeyArn)).toBe(`\${${id}.Arn}`)
    expect(shared.map(({ Action }: { Action: unknown }) => Action)).toEqual([
      ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:ReEncryptFrom'],
      'kms:CreateGrant',
    ])
    // For AWS services only, not for the named principals.
    expect(shared.map(({ Condition }: { Condition?: object }) => Condition)).toEqual([
      undefined,
      { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    ])
  })

  test('cannot be removed early: for good after three days, or but for whoever may lift the lock', () => {
    const governed = getStageTemplate({ ...withBackup, backup: { lock: 'governance' } }, 'prod')
    const unlocked = getStageTemplate({ ...withBackup, backup: {} }, 'prod')

    expect(lockOf(template)).toEqual({ MinRetentionDays: 7, MaxRetentionDays: 45, ChangeableForDays: 3 })
    expect(lockOf(governed)).toEqual({ MinRetentionDays: 7, MaxRetentionDays: 45 })
    expect(lockOf(unlocked)).toBeUndefined()
  })

  test('survive their stack, under a name that a new one does not need', () => {
    for (const type of ['AWS::Backup::BackupVault', 'AWS::KMS::Key'])
      for (const { DeletionPolicy } of Object.values(findTemplateResources(template, type)))
        expect(DeletionPolicy).toBe('RetainExceptOnCreate')
    expect(JSON.stringify(vault().BackupVaultName)).toContain('AWS::StackId')
  })
})

import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { nonApiLambdaVariables } from '#platform/lambdas'
import { askAsRole, findArn, roleArns } from './authorization.ts'
import {
  findTemplateResources,
  fullyConfiguredStage,
  getFunctionStatements,
  getRolePolicies,
  getStageTemplate,
  renderTemplateValue,
  type TemplatePolicyStatement,
} from './synthesised.ts'

const template = getStageTemplate(fullyConfiguredStage, 'prod')

/** Actions by place, separated by spaces. */
type Grants = Readonly<Record<string, string>>

const table = {
  DataKey:
    'kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:GenerateDataKeyWithoutPlaintext kms:ReEncryptFrom kms:ReEncryptTo',
}
const stream = {
  '*': 'dynamodb:ListStreams',
  'DataTable.StreamArn': 'dynamodb:DescribeStream dynamodb:GetRecords dynamodb:GetShardIterator',
}
const secret = 'secretsmanager:DescribeSecret secretsmanager:GetSecretValue'
const api = { ...table, WebsiteOriginSecret: secret }
const send = 'sqs:GetQueueAttributes sqs:GetQueueUrl sqs:SendMessage'
const take = 'sqs:ChangeMessageVisibility sqs:DeleteMessage sqs:GetQueueAttributes sqs:GetQueueUrl sqs:ReceiveMessage'
const scheduled = { ...table, SchedulesFailureQueue: send }
const receipts = {
  FilesKey: 'kms:Decrypt kms:GenerateDataKey',
  FilesBucket: 's3:ListBucket',
  'FilesBucket/*/receipt/*': 's3:GetObject s3:PutObject',
}
const reviewed = 's3:DeleteObjectVersion s3:GetObject s3:GetObjectVersion s3:GetObjectVersionTagging'
const review = {
  FilesKey: 'kms:Decrypt',
  FilesBucket: 's3:ListBucket s3:ListBucketVersions',
  'FilesBucket/*/invoice/*': reviewed,
  'FilesBucket/*/analytics/*': reviewed,
  'FilesBucket/*/message/*': reviewed,
}
const mail = { 'identity/*': 'ses:SendRawEmail', 'configuration-set/mails': 'ses:SendRawEmail' }

/**
 * Permissions of each function, apart from items of the table (table-access.test.ts), accounts (identity.test.ts), its
 * own log and its traces. A missing one fails once deployed; an extra one may expose clients' files.
 */
const granted: Readonly<Record<string, Grants>> = {
  account: api,
  consent: api,
  consultations: api,
  customers: api,
  diagnostics: { ...api, Stripe: secret, FilesBucket: 's3:GetBucketLocation', '*': 'ses:GetSendQuota' },
  files: {
    ...api,
    ...review,
    FilesKey: 'kms:Decrypt kms:GenerateDataKey',
    'FilesBucket/*/invoice/*': `${reviewed} s3:PutObject`,
    'FilesBucket/*/analytics/*': `${reviewed} s3:PutObject`,
    'FilesBucket/*/message/*': `${reviewed} s3:PutObject`,
  },
  messages: api,
  mfa: { ...api, MfaKey: 'kms:Decrypt kms:Encrypt' },
  notifications: api,
  payments: { ...api, ...receipts, Stripe: secret },
  privacy: {
    ...api,
    FilesKey: 'kms:Decrypt',
    FilesBucket: 's3:ListBucket',
    'FilesBucket/*/export/*': 's3:GetObject',
  },
  questionnaire: api,
  security: {
    ...api,
    DataTable: 'dynamodb:DescribeContinuousBackups dynamodb:DescribeTable',
    FilesBucket:
      's3:GetBucketLogging s3:GetBucketPublicAccessBlock s3:GetBucketVersioning s3:GetEncryptionConfiguration',
  },
  supplements: api,
  users: api,
  withdrawals: api,
  'account/pre-sign-up': table,
  'account/post-confirmation': table,
  'account/pre-token-generation': table,
  'account/custom-message': table,
  'account/pre-authentication': table,
  'account/post-authentication': table,
  'account/fail-abandoned-attempts': scheduled,
  'consultations/lapse-requests': scheduled,
  'consultations/send-reminders': scheduled,
  'account/follow-up-sign-ups': scheduled,
  'customers/recount': scheduled,
  'customers/update-lists': scheduled,
  'diagnostics/check-invariants': scheduled,
  'payments/continue-refunds': { ...scheduled, Stripe: secret },
  'payments/release-holds': { ...scheduled, Stripe: secret },
  'payments/stripe-webhook': { ...table, Stripe: secret },
  'files/receive-scan-result': { ...table, ...review, UploadReviewFailureQueue: send },
  'files/sweep-unfinished': { ...scheduled, ...review },
  'mail/record-feedback': { ...table, MailFeedbackFailureQueue: send },
  'changes/dispatch': {
    ...table,
    ...stream,
    ChangesFailureQueue: send,
    AuditCopyingEntriesQueue: send,
    MailOutboxQueue: send,
    ExportMakingRequestsQueue: send,
  },
  'mail/send-queued': { ...table, ...receipts, ...mail, MailOutboxQueue: take },
  'privacy/make-export': {
    ...table,
    ...receipts,
    FilesBucket: 's3:ListBucket s3:ListBucketVersions',
    'FilesBucket/*/export/*': 's3:AbortMultipartUpload s3:DeleteObjectVersion s3:PutObject',
    'FilesBucket/*/invoice/*': 's3:GetObjectVersion s3:GetObjectVersionTagging',
    'FilesBucket/*/analytics/*': 's3:GetObjectVersion s3:GetObjectVersionTagging',
    'FilesBucket/*/message/*': 's3:GetObjectVersion s3:GetObjectVersionTagging',
    ExportMakingRequestsQueue: take,
  },
  'security/check-audit-log': {
    ...scheduled,
    AuditHistoryBucket: 's3:ListBucketVersions',
    'AuditHistoryBucket/*': 's3:GetObjectVersion',
  },
  'security/copy-audit-log': {
    ...table,
    AuditCopyingEntriesQueue: take,
    'AuditHistoryBucket/entries/*': 's3:PutObject',
  },
  'security/digest-audit-log': {
    ...scheduled,
    AuditHistoryBucket: 's3:ListBucket',
    'AuditHistoryBucket/digests/*': 's3:GetObject s3:PutObject',
  },
  'privacy/sweep-exports': {
    ...scheduled,
    FilesBucket: 's3:ListBucketVersions',
    'FilesBucket/*/export/*': 's3:DeleteObjectVersion',
  },
  'privacy/erase-due': {
    ...scheduled,
    FilesKey: 'kms:Decrypt',
    FilesBucket: 's3:ListBucket s3:ListBucketVersions',
    'FilesBucket/*':
      's3:DeleteObjectVersion s3:GetObject s3:GetObjectTagging s3:GetObjectVersion s3:GetObjectVersionTagging',
    ArchiveKey: 'kms:GenerateDataKey',
    'ArchiveBucket/*': 's3:PutObject',
    RecoveryKey: 'kms:GenerateDataKey',
    'RecoveryBucket/erasures/*': 's3:PutObject',
    '*': 'ses:DeleteSuppressedDestination',
  },
  'recovery/export-accounts': {
    ...scheduled,
    RecoveryKey: 'kms:GenerateDataKey',
    'RecoveryBucket/users/*': 's3:PutObject',
  },
  'mail/retry-unsent': { ...scheduled, ...receipts, ...mail, '*': 'ses:GetSendQuota' },
}

const elsewhere = /^(dynamodb:.*(Item|Query)|cognito-idp:|logs:|xray:)/

const filesBucketName = renderTemplateValue(
  findTemplateResources(template, 'AWS::S3::Bucket')['FilesBucket7C17EE2E']?.Properties.BucketName,
)

const placeOf = (arn: unknown): string =>
  renderTemplateValue(arn)
    .replace(`arn:aws:s3:::${filesBucketName}`, 'FilesBucket')
    .replace(/^\$\{(\w+?)[0-9A-F]{8}(?:\.Arn)?\}/, '$1')
    .replace(/^\$\{(\w+?)[0-9A-F]{8}(\.\w+)\}/, '$1$2')
    .replace(/^arn:aws:ses:.*:(?=identity\/)/, '')
    .replace(/^arn:aws:ses:.*:configuration-set\/\$\{MailFeedbackMails\w+\}$/, 'configuration-set/mails')

function grantsIn(statements: readonly TemplatePolicyStatement[]): Grants {
  const byPlace: Record<string, string> = {}
  for (const { Effect, Action, Resource } of statements) {
    const actions = Action.filter((action) => Effect === 'Allow' && !elsewhere.test(action))
    if (actions.length === 0) continue
    for (const arn of Resource) byPlace[placeOf(arn)] = [byPlace[placeOf(arn)] ?? [], actions].flat().join(' ')
  }
  return Object.fromEntries(
    Object.entries(byPlace).map(([place, actions]) => [place, actions.split(' ').toSorted().join(' ')]),
  )
}

describe('files, keys, secrets, queues and mail', () => {
  test.for(Object.keys(granted))('%s may do with them what is written here, and no more', (name) => {
    expect(grantsIn(getFunctionStatements(template, name))).toEqual(granted[name])
  })

  test('are written down for every function', () => {
    expect(Object.keys(granted).toSorted()).toEqual([...apiDomains, ...Object.keys(nonApiLambdaVariables)].toSorted())
  })
})

test('who looks for malware may read every file with its key, tag it, and write nothing but its proof', () => {
  const [scanning] = Object.entries(getRolePolicies(template)).filter(([id]) => id.includes('MalwareScan'))
  const rule = Object.keys(grantsIn(scanning?.[1] ?? [])).find((place) => place.includes(':rule/')) ?? ''

  expect(grantsIn(scanning?.[1] ?? [])).toEqual({
    [rule]:
      'events:DeleteRule events:DescribeRule events:ListTargetsByRule events:PutRule events:PutTargets events:RemoveTargets',
    FilesBucket: 's3:GetBucketLocation s3:GetBucketNotification s3:ListBucket s3:PutBucketNotification',
    'FilesBucket/*':
      's3:GetObject s3:GetObjectTagging s3:GetObjectVersion s3:GetObjectVersionTagging s3:PutObjectTagging s3:PutObjectVersionTagging',
    'FilesBucket/malware-protection-resource-validation-object': 's3:PutObject',
    FilesKey: 'kms:Decrypt kms:GenerateDataKey',
  })
})

const usersOfKey = (ending: string, action: string, keys = {}) =>
  roleArns.filter((role) => askAsRole(role, action, findArn('AWS::KMS::Key', ending), keys).decision !== 'implicitDeny')

describe('a key that seals files opens them for whoever asks S3, and nothing for whoever asks KMS:', () => {
  const throughS3 = { 'kms:ViaService': 's3.eu-west-1.amazonaws.com' }
  test.for([
    ['FilesKey', 'kms:Decrypt'],
    ['FilesKey', 'kms:GenerateDataKey'],
    ['RecoveryKey', 'kms:GenerateDataKey'],
  ] as const)('%s, %s', ([ending, action]) => {
    expect(usersOfKey(ending, action, throughS3)).not.toEqual([])
    expect(usersOfKey(ending, action)).toEqual([])
    expect(usersOfKey(ending, action, { 'kms:ViaService': 'dynamodb.eu-west-1.amazonaws.com' })).toEqual([])
  })
})

test('every role of ours is that of a function, of the clock, of the broken glass or of the scan', () => {
  const others = Object.keys(findTemplateResources(template, 'AWS::IAM::Policy')).filter(
    (id) => !/^(Api|Identity|StripeWebhook|Mail|ExportMaking|Changes|AuditCopying|UploadReview|Schedules)/.test(id),
  )
  expect(others.map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(
    expect.arrayContaining(['ArchiveBreakGlassDefaultPolicy', 'FilesMalwareScanRoleDefaultPolicy']),
  )
  expect(others).toHaveLength(3)
})

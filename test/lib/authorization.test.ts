import { describe, expect, test } from 'vitest'
import { authorize } from '../../bin/local/iam/authorize.ts'
import { parsePolicyDocument } from '../../bin/local/iam/policy-document.ts'
import { askAsRole, askAsService, findArn, getFunctionRoleArn, roleArns, templatePolicies } from './authorization.ts'

const accountId = '000000000000'
const archive = findArn('AWS::S3::Bucket', 'ArchiveBucket')
const files = findArn('AWS::S3::Bucket', 'FilesBucket')
const archiveKey = findArn('AWS::KMS::Key', 'ArchiveKey')
const mfaKey = findArn('AWS::KMS::Key', 'MfaKey')
const breakGlass = findArn('AWS::IAM::Role', 'ArchiveBreakGlass')
const scanner = findArn('AWS::IAM::Role', 'MalwareScanRole')
const eraser = getFunctionRoleArn('privacy/erase-due')
const ownFiles = getFunctionRoleArn('files')
const payments = getFunctionRoleArn('payments')
const mfa = getFunctionRoleArn('mfa')

const whoMay = (action: string, resource: string, keys: Readonly<Record<string, string | readonly string[]>> = {}) =>
  roleArns.filter((role) => askAsRole(role, action, resource, keys).decision === 'allowed')

const tag = (status: string) => ({ 's3:ExistingObjectTag/GuardDutyMalwareScanStatus': status })
const from = (arn: string) => ({ 'aws:SourceArn': arn })

function askAsAdministrator(action: string, resource: string, guarded: string, keys = {}) {
  return askAsRoleOfEverything('Administrator', { action, resource, guarded, keys })
}

interface Question {
  readonly action: string
  readonly resource: string
  readonly guarded: string
  readonly keys?: object
}

function askAsRoleOfEverything(role: string, { action, resource, guarded, keys }: Question) {
  const everything = { Version: '2012-10-17', Statement: { Effect: 'Allow', Action: '*', Resource: '*' } }
  const own = templatePolicies.attached.filter(({ arn }) => arn === guarded).map(({ document }) => document)
  return authorize(
    {
      principal: { type: 'role', arn: `arn:aws:iam::${accountId}:role/${role}` },
      action,
      resource,
      keys: { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3', ...keys },
    },
    [parsePolicyDocument(everything, 'identity', 'AdministratorAccess'), ...own],
  )
}

describe('A-50 the archive of erased people, by all policies together', () => {
  const thing = `${archive}/keep-1/cus_a`
  const onlyIfNew = { 's3:if-none-match': '*' }

  test('takes what the eraser puts there for the first time, and nothing else of anybody', () => {
    expect(whoMay('s3:PutObject', thing, onlyIfNew)).toEqual([eraser])
    expect(askAsRole(eraser, 's3:PutObject', thing)).toMatchObject({ sid: 'NothingIsWrittenOver' })
    expect(askAsAdministrator('s3:PutObject', thing, archive)).toMatchObject({ decision: 'explicitDeny' })
  })

  test('is read through the broken glass alone, whatever else an administrator may', () => {
    expect(whoMay('s3:GetObject', thing)).toEqual([breakGlass])
    expect(askAsAdministrator('s3:GetObject', thing, archive)).toMatchObject({ sid: 'OnlyThroughBrokenGlass' })
    expect(askAsService('cloudfront', 's3:GetObject', thing)).toMatchObject({ sid: 'OnlyThroughBrokenGlass' })
  })

  test('loses nothing by hand', () => {
    for (const action of ['s3:DeleteObject', 's3:DeleteObjectVersion']) {
      expect(askAsAdministrator(action, thing, archive)).toMatchObject({ sid: 'NothingIsRemovedByHand' })
    }
  })

  test('is sealed by the eraser and opened through the broken glass, by a key that leaves no use of it to the account', () => {
    expect(whoMay('kms:GenerateDataKey', archiveKey)).toEqual([eraser])
    expect(whoMay('kms:Decrypt', archiveKey)).toEqual([breakGlass])
    expect(askAsAdministrator('kms:Decrypt', archiveKey, archiveKey).decision).toBe('implicitDeny')
    expect(askAsAdministrator('kms:PutKeyPolicy', archiveKey, archiveKey).decision).toBe('allowed')
  })

  test('is opened with a second factor, and by no service', () => {
    const withFactor = { 'aws:MultiFactorAuthPresent': 'true' }

    expect(askAsAdministrator('sts:AssumeRole', breakGlass, breakGlass, withFactor).decision).toBe('allowed')
    expect(askAsAdministrator('sts:AssumeRole', breakGlass, breakGlass).decision).toBe('implicitDeny')
    expect(askAsService('lambda', 'sts:AssumeRole', breakGlass, withFactor).decision).toBe('implicitDeny')
    expect(whoMay('sts:AssumeRole', breakGlass, withFactor)).toEqual([])
  })

  test.for([
    ['aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_HabitatArchive_0123456789abcdef', 'allowed'],
    ['aws-reserved/sso.amazonaws.com/AWSReservedSSO_HabitatArchive_0123456789abcdef', 'allowed'],
    ['aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_AdministratorAccess_0123456789abcdef', 'implicitDeny'],
    ['aws-reserved/sso.amazonaws.com/eu-west-1/AWSReservedSSO_HabitatArchiver_0123456789abcdef', 'implicitDeny'],
    ['AWSReservedSSO_HabitatArchive_0123456789abcdef', 'implicitDeny'],
  ] as const)('is opened from Identity Center by its own permission set alone: %s is %s', ([role, decision]) => {
    const question = { action: 'sts:AssumeRole', resource: breakGlass, guarded: breakGlass }
    expect(askAsRoleOfEverything(role, question).decision).toBe(decision)
  })
})

describe('files, by all policies together', () => {
  const file = `${files}/cus_a/analytics/1.pdf`
  const READ = 's3:GetObjectVersion'

  test('are read once they are known to be clean', () => {
    expect(askAsRole(ownFiles, READ, file, tag('NO_THREATS_FOUND')).decision).toBe('allowed')
    expect(askAsRole(ownFiles, READ, file, tag('THREATS_FOUND'))).toMatchObject({ sid: 'OnlyCleanFiles' })
    expect(askAsRole(ownFiles, READ, file)).toMatchObject({ sid: 'OnlyCleanFiles' })
  })

  test('are read once they are known to be clean, invoices among them', () => {
    const invoice = `${files}/cus_a/invoice/1.pdf`

    expect(askAsRole(ownFiles, READ, invoice, tag('NO_THREATS_FOUND')).decision).toBe('allowed')
    expect(askAsRole(ownFiles, READ, invoice)).toMatchObject({ sid: 'OnlyCleanFiles' })
  })

  test('are read unknown by the scan, which may write none, and by the eraser, which keeps what the law demands', () => {
    expect(whoMay('s3:GetObject', file).toSorted()).toEqual([scanner, eraser].toSorted())
    expect(whoMay(READ, file).toSorted()).toEqual([scanner, eraser].toSorted())
    expect(askAsRole(scanner, 's3:PutObject', file).decision).toBe('implicitDeny')
  })

  test('receipts need no scan, and are all that payments reads', () => {
    expect(askAsRole(payments, 's3:GetObject', `${files}/cus_a/receipt/ord_a.pdf`).decision).toBe('allowed')
    expect(askAsRole(payments, 's3:GetObject', file, tag('NO_THREATS_FOUND')).decision).toBe('implicitDeny')
  })

  test.for([
    ['without TLS', { 'aws:SecureTransport': 'false' }],
    ['with an old TLS', { 's3:TlsVersion': '1.1' }],
  ] as const)('are neither read nor written %s', ([, keys]) => {
    for (const action of [READ, 's3:PutObject', 's3:DeleteObjectVersion']) {
      expect(askAsRole(ownFiles, action, file, { ...tag('NO_THREATS_FOUND'), ...keys }).decision).toBe('explicitDeny')
    }
  })
})

describe('the key of second factors, by all policies together', () => {
  const ofUser = { 'kms:EncryptionContextKeys': ['userId'] }

  test.for(['kms:Encrypt', 'kms:Decrypt'])(
    '%s takes the name of whose secret it is, and nothing beside it',
    (action) => {
      expect(whoMay(action, mfaKey, ofUser)).toEqual([mfa])
      expect(askAsRole(mfa, action, mfaKey).decision).toBe('implicitDeny')
      expect(askAsRole(mfa, action, mfaKey, { 'kms:EncryptionContextKeys': ['userId', 'other'] }).decision).toBe(
        'implicitDeny',
      )
      expect(askAsAdministrator(action, mfaKey, mfaKey).decision).toBe('implicitDeny')
    },
  )
})

const api = (path: string, id = 'ApiHttp17514DA7') =>
  from(`arn:aws:execute-api:eu-west-1:${accountId}:${id}/$default/POST/${path}`)

describe('what calls a function', () => {
  const invoke = 'lambda:InvokeFunction'
  const preSignUp = findArn('AWS::Lambda::Function', 'accountpresignup')
  const webhook = findArn('AWS::Lambda::Function', 'stripewebhook')
  const pool = findArn('AWS::Cognito::UserPool', 'IdentityPool')

  test('a trigger of the user pool: this pool, and no other', () => {
    expect(askAsService('cognito-idp', invoke, preSignUp, from(pool)).decision).toBe('allowed')
    expect(askAsService('cognito-idp', invoke, preSignUp, from(`${pool}2`)).decision).toBe('implicitDeny')
    expect(askAsService('apigateway', invoke, preSignUp, from(pool)).decision).toBe('implicitDeny')
  })

  test("Stripe's webhook: this API, at this path", () => {
    expect(askAsService('apigateway', invoke, webhook, api('stripe/webhook')).decision).toBe('allowed')
    expect(askAsService('apigateway', invoke, webhook, api('customers')).decision).toBe('implicitDeny')
    expect(askAsService('apigateway', invoke, webhook, api('stripe/webhook', 'other')).decision).toBe('implicitDeny')
    expect(whoMay(invoke, webhook)).toEqual([])
  })
})

describe('what other services may', () => {
  const topic = findArn('AWS::SNS::Topic', 'AlarmsTopic')
  const queue = findArn('AWS::SQS::Queue', 'ChangesFailureQueue')
  const site = findArn('AWS::S3::Bucket', 'WebsiteBucket')
  const dispatcher = getFunctionRoleArn('changes/dispatch')

  test('CloudFront reads the website for its own distribution', () => {
    const distribution = findArn('AWS::CloudFront::Distribution', 'WebsiteDistribution')
    const decisions = [distribution, `${distribution}2`].map(
      (arn) => askAsService('cloudfront', 's3:GetObject', `${site}/index.html`, from(arn)).decision,
    )

    expect(decisions).toEqual(['allowed', 'implicitDeny'])
  })

  test('CloudWatch raises alarms of this account', () => {
    const decisions = [accountId, '999999999999'].map(
      (account) => askAsService('cloudwatch', 'sns:Publish', topic, { 'aws:SourceAccount': account }).decision,
    )

    expect(decisions).toEqual(['allowed', 'implicitDeny'])
  })

  test.for(['cloudwatch', 'budgets'])('%s opens the key of alarms for this account alone', (service) => {
    const key = findArn('AWS::KMS::Key', 'AlarmsKey')
    const may = (action: string, account: string) =>
      askAsService(service, action, key, { 'aws:SourceAccount': account }).decision

    for (const action of ['kms:Decrypt', 'kms:GenerateDataKey'])
      expect([action, may(action, accountId), may(action, '999999999999')]).toEqual([action, 'allowed', 'implicitDeny'])
  })

  test('what could not be handed on goes to its queue, over TLS', () => {
    expect(askAsRole(dispatcher, 'sqs:SendMessage', queue).decision).toBe('allowed')
    expect(askAsRole(dispatcher, 'sqs:SendMessage', queue, { 'aws:SecureTransport': 'false' }).decision).toBe(
      'explicitDeny',
    )
    expect(askAsRole(ownFiles, 'sqs:SendMessage', queue).decision).toBe('implicitDeny')
  })
})

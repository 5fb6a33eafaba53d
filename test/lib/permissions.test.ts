import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { nonApiLambdaVariables } from '#platform/lambdas'
import {
  fullyConfiguredStage,
  getOnlyResource,
  getRolePolicies,
  findLogicalId,
  findTemplateResources,
  getFunctionStatements,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate(fullyConfiguredStage, 'prod')
const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]
/** Actions that use a key or grant its use; a wildcard may include any of them. */
const uses = /\*|Decrypt|Encrypt|GenerateDataKey|GenerateMac|Sign|CreateGrant|DeriveSharedSecret/

const holders = (pattern: RegExp) =>
  names.filter((name) =>
    getFunctionStatements(template, name).some(({ Action }) => Action.some((action) => pattern.test(action))),
  )

/** Functions added by the CDK, with its own permissions. */
const broughtAlong = /^CustomCDKBucketDeployment/
const ours = Object.entries(getRolePolicies(template))
  .filter(([id]) => !broughtAlong.test(id))
  .flatMap(([, statements]) => statements)

test('no policy of ours allows an action by wildcard', () => {
  const actions = ours.flatMap(({ Action }) => Action)
  expect(actions.filter((action) => action.includes('*'))).toEqual([])
})

test('only traces, the list of streams, the quota and the refused addresses of mails are allowed on everything, for they know no narrower resource', () => {
  const everywhere = ours.filter(({ Resource }) => Resource.includes('*')).flatMap(({ Action }) => Action)
  expect([...new Set(everywhere)].toSorted()).toEqual([
    'dynamodb:ListStreams',
    'ses:DeleteSuppressedDestination',
    'ses:GetSendQuota',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ])
})

describe('what few may do, no other may', () => {
  test('reading the Stripe secret: payments, the webhook, refunds and held hours, and who asks whether Stripe answers', () => {
    const readers = names.filter((name) =>
      getFunctionStatements(template, name).some(
        ({ Action, Resource }) =>
          Action.includes('secretsmanager:GetSecretValue') &&
          Resource.some((arn) => renderTemplateValue(arn).startsWith('${Stripe')),
      ),
    )
    expect(readers).toEqual([
      'diagnostics',
      'payments',
      'payments/continue-refunds',
      'payments/stripe-webhook',
      'payments/release-holds',
    ])
  })

  test('reading the origin secret: the functions behind the API', () => {
    const readers = names.filter((name) =>
      getFunctionStatements(template, name).some(({ Resource }) =>
        Resource.some((arn) => JSON.stringify(arn).includes('WebsiteOriginSecret')),
      ),
    )
    expect(readers).toEqual(apiDomains)
  })

  test('sending mail: the two that empty the outbox, from one address, to whoever is an identity of a sandbox too', () => {
    const senders = ['mail/send-queued', 'mail/retry-unsent'] as const
    expect(holders(/^ses:Send/)).toEqual(senders)
    for (const name of senders) {
      const sending = getFunctionStatements(template, name).filter(({ Action }) => Action.includes('ses:SendRawEmail'))
      expect(sending).toHaveLength(1)
      expect(sending[0]?.Resource.map(renderTemplateValue).toSorted()).toEqual([
        expect.stringMatching(
          /^arn:aws:ses:eu-west-1:\$\{AWS::AccountId\}:configuration-set\/\$\{MailFeedbackMails\w+\}$/,
        ),
        'arn:aws:ses:eu-west-1:${AWS::AccountId}:identity/*',
      ])
      expect(sending[0]?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'hola@habitat.example' } })
    }
  })

  test('asking whether mail and files answer: diagnostics, which may neither send nor touch any', () => {
    // The retry function needs SES's sending rate.
    expect(holders(/^ses:(?!Send|DeleteSuppressedDestination$)/)).toEqual(['diagnostics', 'mail/retry-unsent'])
    const ofFiles = getFunctionStatements(template, 'diagnostics').filter(({ Action }) =>
      Action.join().startsWith('s3:'),
    )
    expect(ofFiles.map(({ Action, Resource }) => [Action, Resource.map(renderTemplateValue)])).toEqual([
      [['s3:GetBucketLocation'], ['${FilesBucket7C17EE2E.Arn}']],
    ])
  })

  test('LIM-13 forgetting which addresses refused mails: erasing', () => {
    expect(holders(/^ses:DeleteSuppressedDestination$/)).toEqual(['privacy/erase-due'])
  })

  test('SEC-03 A-52 reading how pool, table and bucket are set: security, which reads nothing else of pool and files', () => {
    const described =
      /^(cognito-idp:(Describe|GetUserPool)|dynamodb:Describe(?!Stream)|s3:(GetEncryption|GetBucket(?!Location)))/
    expect(holders(described)).toEqual(['security'])
    const reads = getFunctionStatements(template, 'security').filter(({ Action }) =>
      /^(cognito-idp|s3|dynamodb:Describe)/.test(Action.join()),
    )
    expect(reads.map(({ Action }) => Action)).toEqual([
      ['dynamodb:DescribeContinuousBackups', 'dynamodb:DescribeTable'],
      ['cognito-idp:DescribeUserPool', 'cognito-idp:GetUserPoolMfaConfig'],
      [
        's3:GetBucketLogging',
        's3:GetBucketPublicAccessBlock',
        's3:GetBucketVersioning',
        's3:GetEncryptionConfiguration',
      ],
    ])
    for (const { Resource } of reads) {
      expect(Resource).toHaveLength(1)
      expect(Resource.map(renderTemplateValue).join()).not.toContain('*')
    }
  })

  test('touching files: who keeps them, and who makes or mails receipts', () => {
    expect(holders(/^s3:(?!GetBucket|GetEncryptionConfiguration$)/).toSorted()).toEqual(
      [
        'payments',
        'files',
        'files/receive-scan-result',
        'files/sweep-unfinished',
        'mail/send-queued',
        'mail/retry-unsent',
        'privacy',
        'privacy/make-export',
        'privacy/sweep-exports',
        'privacy/erase-due',
        // Neither can read anything: grants.test.ts.
        'recovery/export-accounts',
        // The copy of the audit log.
        'security/check-audit-log',
        'security/copy-audit-log',
        'security/digest-audit-log',
      ].toSorted(),
    )
    expect(holders(/^s3:DeleteObject$/)).toEqual([])
    expect(holders(/^s3:DeleteObjectVersion$/)).toEqual([
      'files',
      'files/receive-scan-result',
      'files/sweep-unfinished',
      'privacy/make-export',
      'privacy/sweep-exports',
      'privacy/erase-due',
    ])
  })

  test('keeping receipts: of all files only these', () => {
    const onObjects = getFunctionStatements(template, 'payments').filter(({ Action }) =>
      Action.includes('s3:PutObject'),
    )
    expect(onObjects.map(({ Action }) => Action)).toEqual([['s3:GetObject', 's3:PutObject']])
    expect(onObjects[0]?.Resource.map(renderTemplateValue)).toEqual(['${FilesBucket7C17EE2E.Arn}/*/receipt/*'])
  })

  test('reading accounts: sign-in itself and the domains that look at one', () => {
    expect(holders(/^cognito-idp:AdminGetUser$/)).toEqual([
      'account',
      'diagnostics',
      'mfa',
      'payments',
      'users',
      'account/pre-sign-up',
      'account/post-confirmation',
      'account/pre-token-generation',
      'account/follow-up-sign-ups',
      'diagnostics/check-invariants',
    ])
  })

  test('giving roles: who makes profiles, and the administration of users', () => {
    expect(holders(/^cognito-idp:AdminAddUserToGroup$/)).toEqual(['account', 'users'])
  })

  test.for([
    ['making accounts', /^cognito-idp:AdminCreateUser$/, ['account', 'users', 'account/pre-sign-up']],
    ['confirming accounts', /^cognito-idp:AdminConfirmSignUp$/, ['account']],
    [
      'removing accounts',
      /^cognito-idp:AdminDeleteUser$/,
      ['account', 'users', 'account/follow-up-sign-ups', 'privacy/erase-due'],
    ],
    ['taking a role away', /^cognito-idp:AdminRemoveUserFromGroup$/, ['users']],
    [
      'signing people out',
      /^cognito-idp:AdminUserGlobalSignOut$/,
      ['account', 'mfa', 'privacy', 'users', 'account/pre-sign-up', 'account/post-confirmation'],
    ],
    [
      'switching a second factor on and off',
      /^cognito-idp:AdminSetUserMFAPreference$/,
      ['mfa', 'account/post-confirmation', 'account/pre-token-generation'],
    ],
    ['setting passwords', /^cognito-idp:AdminSetUserPassword$/, ['account', 'account/pre-sign-up']],
    ['asking whether a password is right', /^cognito-idp:AdminInitiateAuth$/, ['account', 'mfa']],
    [
      'changing what is known of an account',
      /^cognito-idp:AdminUpdateUserAttributes$/,
      ['account', 'account/pre-sign-up'],
    ],
    ['letting Google into an account', /^cognito-idp:AdminLinkProviderForUser$/, ['account/pre-sign-up']],
    ['taking Google away from an account', /^cognito-idp:AdminDisableProviderForUser$/, ['users']],
    ['looking for accounts', /^cognito-idp:ListUsers$/, ['account/follow-up-sign-ups', 'recovery/export-accounts']],
    ['asking for the role of an account', /^cognito-idp:AdminListGroupsForUser$/, ['account/pre-sign-up']],
  ] as const)('%s', ([, action, allowed]) => {
    expect(holders(action)).toEqual(allowed)
  })

  test('following the stream of the table: the dispatcher, as DynamoDB throttles a third reader', () => {
    expect(holders(/^dynamodb:GetRecords$/)).toEqual(['changes/dispatch'])
  })
})

describe('the key of second factors', () => {
  const id = findLogicalId(template, 'AWS::KMS::Key', 'MfaKey')
  const { Statement, ...policy } = findTemplateResources(template, 'AWS::KMS::Key')[id]?.Properties.KeyPolicy ?? {}
  const seal = {
    Effect: 'Allow',
    Action: ['kms:Decrypt', 'kms:Encrypt'],
    Condition: {
      Null: { 'kms:EncryptionContextKeys': 'false' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['userId'] },
    },
  }

  test('is named in the policy of one function, which must say whose secret it seals or opens', () => {
    const named = names.flatMap((name) =>
      getFunctionStatements(template, name)
        .filter(({ Resource }) => Resource.some((arn) => JSON.stringify(arn).includes(id)))
        .map((statement) => ({ name, ...statement })),
    )

    expect(named).toMatchObject([{ name: 'mfa', ...seal }])
    expect(named[0]?.Resource.map(renderTemplateValue)).toEqual([`\${${id}.Arn}`])
  })

  test('says so itself: nobody else in the account may use it, whatever their role allows', () => {
    const role = findLogicalId(template, 'AWS::IAM::Role', 'mfaRole')
    const [lookingAfter, sealing, ...others] = Statement

    expect(sealing).toMatchObject({ ...seal, Principal: { AWS: { 'Fn::GetAtt': [role, 'Arn'] } } })
    expect(JSON.stringify(lookingAfter.Principal)).toContain(':root')
    expect(lookingAfter.Action.filter((action: string) => uses.test(action))).toEqual([])
    expect([others, policy]).toEqual([[], { Version: '2012-10-17' }])
  })

  test('can still be looked after, so that it is never beyond repair', () => {
    expect(Statement[0].Action).toEqual(expect.arrayContaining(['kms:PutKeyPolicy', 'kms:CancelKeyDeletion']))
  })

  test('carries a name that tells its stage', () => {
    const { AliasName, TargetKeyId } = getOnlyResource(template, 'AWS::KMS::Alias').Properties
    expect([AliasName, renderTemplateValue(TargetKeyId)]).toEqual(['alias/habitat-interior-prod-mfa', `\${${id}.Arn}`])
  })
})

test('a stage without a verified sender may send nothing', () => {
  const actions = Object.values(getRolePolicies(getStageTemplate())).flatMap((statements) =>
    statements.flatMap(({ Action }) => Action),
  )
  // Of an address that refused a mail when there was a sender.
  expect(actions.filter((action) => action.startsWith('ses:'))).toEqual(['ses:DeleteSuppressedDestination'])
})

import { describe, expect, test } from 'vitest'
import { explainDenial } from '../../../bin/local/authorization/access-denied-error.ts'
import { authorize, type RequestContext } from '../../../bin/local/iam/authorize.ts'
import { accountId, accountRoot, policy, role, roleArn, type StatementJson, user } from './evaluate.ts'

type Policies = readonly ReturnType<typeof policy>[]

const object = 'arn:aws:s3:::example-bucket/a.txt'
const ask = (request: Partial<RequestContext>, ...policies: Policies) =>
  authorize({ principal: role, action: 's3:GetObject', resource: object, ...request }, policies)

const allowRead = { Sid: 'Read', Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::example-bucket/*' }
const denyRead = { ...allowRead, Sid: 'NoRead', Effect: 'Deny' }

// IAM User Guide, "Policy evaluation logic", "How AWS enforcement code logic evaluates requests", within an account.
describe('a request within one account', () => {
  const named = { Principal: { AWS: roleArn } }

  test.for([
    ['is denied without any policy', [], 'implicitDeny'],
    ['is allowed by an identity-based policy', [policy('identity', allowRead)], 'allowed'],
    ['is allowed by a resource-based policy alone', [policy('resource', { ...allowRead, ...named })], 'allowed'],
    [
      'is denied where the Allow is of another action',
      [policy('identity', { ...allowRead, Action: 's3:PutObject' })],
      'implicitDeny',
    ],
    ['is denied explicitly, before or after the Allow', [policy('identity', allowRead, denyRead)], 'explicitDeny'],
    [
      'is denied by the resource, whatever the identity allows',
      [policy('identity', allowRead), policy('resource', { ...denyRead, Principal: '*' })],
      'explicitDeny',
    ],
    [
      'is denied by the identity, whatever the resource allows',
      [policy('resource', { ...allowRead, ...named }), policy('identity', denyRead)],
      'explicitDeny',
    ],
    [
      'is not allowed by a resource that trusts the account alone',
      [policy('resource', { ...allowRead, Principal: { AWS: accountRoot } })],
      'implicitDeny',
    ],
  ] as const)('%s', ([, policies, decision]) => {
    expect(ask({}, ...policies).decision).toBe(decision)
  })

  test('says which statement decided, and why', () => {
    expect(ask({}, policy('identity', allowRead))).toEqual({
      decision: 'allowed',
      reason: 'allowed by the identity-based policy identity policy',
      policy: 'identity policy',
      sid: 'Read',
      policyType: 'identity',
    })
    expect(ask({}, policy('identity', allowRead), policy('resource', { ...denyRead, Principal: '*' }))).toMatchObject({
      policy: 'resource policy',
      sid: 'NoRead',
    })
    expect(ask({})).toEqual({ decision: 'implicitDeny', reason: 'no statement allows it' })
  })
})

// "AWS JSON policy elements: Principal" and "AWS JSON policy elements: NotPrincipal".
describe('Principal and NotPrincipal', () => {
  const session = { ...role, sessionArn: `arn:aws:sts::${accountId}:assumed-role/app/session` } as const
  const service = { type: 'service', name: 'logging.s3.amazonaws.com' } as const
  const anonymous = { type: 'anonymous' } as const
  const root = { type: 'root', accountId } as const

  test.for([
    ['* is everyone', '*', anonymous, true],
    ['{ AWS: * } is everyone as well', { AWS: '*' }, anonymous, true],
    ['* is services too', '*', service, true],
    ['a role', { AWS: roleArn }, role, true],
    ['a session of the role that is named', { AWS: roleArn }, session, true],
    ['a session that is named', { AWS: session.sessionArn }, session, true],
    ['another role', { AWS: `${roleArn}2` }, role, false],
    ['a user', { AWS: user.arn }, user, true],
    ['one of a list', { AWS: [user.arn, roleArn] }, role, true],
    ['the id of the account is its root', { AWS: accountId }, root, true],
    ['the ARN of the account is its root', { AWS: accountRoot }, root, true],
    ['another account', { AWS: '999999999999' }, root, false],
    ['a service', { Service: 'logging.s3.amazonaws.com' }, service, true],
    ['another service', { Service: ['cloudfront.amazonaws.com'] }, service, false],
    ['a service is no account', { AWS: accountRoot }, service, false],
  ] as const)('%s', ([, Principal, principal, allowed]) => {
    const decision = ask({ principal }, policy('resource', { ...allowRead, Principal })).decision
    expect(decision).toBe(allowed ? 'allowed' : 'implicitDeny')
  })

  test.for([
    ['spares the role whose account and ARN it names', { AWS: [roleArn, accountRoot] }, role, false],
    ['denies the role whose account it does not name', { AWS: [roleArn] }, role, true],
    ['denies a session that it does not name', { AWS: [roleArn, accountRoot] }, session, true],
    ['spares a session that it names', { AWS: [roleArn, accountRoot, session.sessionArn] }, session, false],
    ['denies all others', { AWS: [roleArn, accountRoot] }, user, true],
    ['denies anonymous callers', { AWS: [roleArn, accountRoot] }, anonymous, true],
  ] as const)('NotPrincipal with Deny %s', ([, NotPrincipal, principal, denied]) => {
    const open = policy('resource', { ...allowRead, Principal: '*' }, { ...denyRead, NotPrincipal })
    expect(ask({ principal }, open).decision).toBe(denied ? 'explicitDeny' : 'allowed')
  })

  test.for([
    ['NotPrincipal with Allow', { ...allowRead, NotPrincipal: { AWS: roleArn } }],
    ['a part of a role by wildcard', { ...allowRead, Principal: { AWS: `arn:aws:iam::${accountId}:role/*` } }],
    ['a federated principal', { ...allowRead, Principal: { Federated: 'cognito-identity.amazonaws.com' } }],
    ['no principal at all', allowRead],
    ['whom it means and whom it does not', { ...denyRead, Principal: '*', NotPrincipal: { AWS: roleArn } }],
    ['a name without its kind', { ...allowRead, Principal: roleArn }],
    ['a reference of CloudFormation', { ...allowRead, Principal: { AWS: { 'Fn::GetAtt': ['Role', 'Arn'] } } }],
  ])('an error: %s', ([, statement]) => {
    expect(() => policy('resource', statement as StatementJson)).toThrow(
      expect.objectContaining({ name: 'PolicyError' }),
    )
  })
})

// S3 User Guide, "Examples of Amazon S3 bucket policies", "Object tagging" and "Enforce conditional writes".
describe('bucket policies', () => {
  const everyone = { Principal: '*', Resource: 'arn:aws:s3:::example-bucket/*' }
  const identity = policy('identity', { Effect: 'Allow', Action: 's3:*', Resource: '*' })
  const decide = (statement: StatementJson, request: Partial<RequestContext>) =>
    ask(request, identity, policy('resource', { ...everyone, ...statement })).decision

  test('requests without TLS are denied', () => {
    const tls = { Effect: 'Deny', Action: 's3:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }

    expect(decide(tls, { keys: { 'aws:SecureTransport': 'false' } })).toBe('explicitDeny')
    expect(decide(tls, { keys: { 'aws:SecureTransport': 'true' } })).toBe('allowed')
  })

  test('objects are read by the tag that they carry', () => {
    const clean = { StringNotEquals: { 's3:ExistingObjectTag/status': 'clean' } }
    const onlyClean = { Effect: 'Deny', Action: 's3:GetObject', Condition: clean }

    expect(decide(onlyClean, { keys: { 's3:ExistingObjectTag/status': 'clean' } })).toBe('allowed')
    expect(decide(onlyClean, { keys: { 's3:ExistingObjectTag/status': 'infected' } })).toBe('explicitDeny')
    expect(decide(onlyClean, {}), 'an object without the tag').toBe('explicitDeny')
  })

  test('objects are written only where there is none', () => {
    const conditional = { Effect: 'Deny', Action: 's3:PutObject', Condition: { Null: { 's3:if-none-match': 'true' } } }

    expect(decide(conditional, { action: 's3:PutObject' })).toBe('explicitDeny')
    expect(decide(conditional, { action: 's3:PutObject', keys: { 's3:if-none-match': '*' } })).toBe('allowed')
  })

  test('one role is spared by its ARN, which every request of a principal tells', () => {
    const others = { Effect: 'Deny', Action: 's3:*', Condition: { ArnNotEquals: { 'aws:PrincipalArn': roleArn } } }

    expect(decide(others, {})).toBe('allowed')
    expect(decide(others, { principal: user })).toBe('explicitDeny')
  })

  test('CloudFront reads for one distribution', () => {
    const arn = `arn:aws:cloudfront::${accountId}:distribution/E1`
    const read = { ...allowRead, Principal: { Service: 'cloudfront.amazonaws.com' } }
    const bucket = policy('resource', { ...read, Condition: { StringEquals: { 'AWS:SourceArn': arn } } })
    const principal = { type: 'service', name: 'cloudfront.amazonaws.com' } as const

    expect(ask({ principal, keys: { 'aws:SourceArn': arn } }, bucket).decision).toBe('allowed')
    expect(ask({ principal, keys: { 'aws:SourceArn': `${arn}2` } }, bucket).decision).toBe('implicitDeny')
    expect(ask({ principal }, bucket).decision).toBe('implicitDeny')
  })
})

// KMS Developer Guide, "Key policies in AWS KMS", "Default key policy", "AWS KMS condition keys".
describe('key policies', () => {
  const key = { action: 'kms:Decrypt', resource: `arn:aws:kms:us-west-2:${accountId}:key/1234` }
  const everyUse = { Effect: 'Allow', Action: 'kms:*', Resource: '*' }
  const identity = policy('identity', everyUse)
  const keyPolicy = (statement: StatementJson) => policy('key', { ...everyUse, ...statement })
  const byAccount = keyPolicy({ Principal: { AWS: accountRoot } })

  test.for([
    ['an identity-based policy is without effect where the key policy is silent', [identity], 'implicitDeny'],
    ['the default key policy leaves it to identity-based policies', [identity, byAccount], 'allowed'],
    ['the default key policy alone allows no role', [byAccount], 'implicitDeny'],
    ['a key policy that names the role allows by itself', [keyPolicy({ Principal: { AWS: roleArn } })], 'allowed'],
    [
      'a key policy that names another role does not',
      [identity, keyPolicy({ Principal: { AWS: `${roleArn}2` } })],
      'implicitDeny',
    ],
    [
      'the account is trusted with the actions that are named',
      [identity, keyPolicy({ Principal: { AWS: accountRoot }, Action: 'kms:PutKeyPolicy' })],
      'implicitDeny',
    ],
    [
      'a policy of another kind of resource leaves nothing to the account',
      [identity, policy('resource', { ...everyUse, Principal: { AWS: accountRoot } })],
      'implicitDeny',
    ],
    [
      'an identity-based policy denies without the key policy',
      [byAccount, policy('identity', { ...everyUse, Effect: 'Deny' })],
      'explicitDeny',
    ],
  ] as const)('%s', ([, policies, decision]) => {
    expect(ask(key, ...policies).decision).toBe(decision)
  })

  test('actions without a key need no key policy', () => {
    expect(ask({ action: 'kms:ListKeys', resource: '*' }, identity).decision).toBe('allowed')
  })

  test.for([
    ['kms:EncryptionContext', { 'kms:EncryptionContext:AppName': 'ExampleApp' }, true],
    ['kms:EncryptionContext, whose values heed case', { 'kms:EncryptionContext:AppName': 'exampleapp' }, false],
    ['kms:EncryptionContext, missing', {}, false],
  ] as const)('%s', ([, keys, allowed]) => {
    const Condition = { StringEquals: { 'kms:EncryptionContext:AppName': 'ExampleApp' } }
    const decision = ask({ ...key, keys }, keyPolicy({ Principal: { AWS: roleArn }, Condition })).decision
    expect(decision).toBe(allowed ? 'allowed' : 'implicitDeny')
  })

  test.for([
    ['all names listed', ['AppName', 'FilePath'], true],
    ['one name that is not listed', ['AppName', 'Other'], false],
    ['no encryption context at all', undefined, false],
  ] as const)('kms:EncryptionContextKeys: %s', ([, names, allowed]) => {
    const Condition = {
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['AppName', 'FilePath'] },
      Null: { 'kms:EncryptionContextKeys': 'false' },
    }
    const keys = names ? { 'kms:EncryptionContextKeys': names } : {}
    const decision = ask({ ...key, keys }, keyPolicy({ Principal: { AWS: roleArn }, Condition })).decision
    expect(decision).toBe(allowed ? 'allowed' : 'implicitDeny')
  })

  test('kms:ViaService and kms:CallerAccount: through one service, for this account', () => {
    const Condition = {
      StringEquals: { 'kms:ViaService': 'ec2.us-west-2.amazonaws.com', 'kms:CallerAccount': accountId },
    }
    const viaService = keyPolicy({ Principal: { AWS: '*' }, Condition })
    const through = (name: string) => ask({ ...key, keys: { 'kms:ViaService': name } }, viaService).decision

    expect(through('ec2.us-west-2.amazonaws.com')).toBe('allowed')
    expect(through('ec2.us-east-1.amazonaws.com')).toBe('implicitDeny')
    expect(ask(key, viaService).decision).toBe('implicitDeny')
  })
})

// IAM User Guide, "Update a role trust policy"; "AWS global condition context keys", aws:MultiFactorAuthPresent.
describe('trust policies', () => {
  const assume = { action: 'sts:AssumeRole', resource: roleArn, principal: user }
  const statement = { Effect: 'Allow', Action: 'sts:AssumeRole' }
  const identity = policy('identity', { ...statement, Resource: '*' })
  const byAccount = policy('trust', { ...statement, Principal: { AWS: accountRoot } })
  const withMfa = { Bool: { 'aws:MultiFactorAuthPresent': 'true' } }

  test.for([
    ['a role that trusts nobody is assumed by nobody', [identity], {}, 'implicitDeny'],
    ['a role that trusts the account leaves it to identity-based policies', [identity, byAccount], {}, 'allowed'],
    ['a role that trusts the account is not assumed without them', [byAccount], {}, 'implicitDeny'],
    [
      'a role that demands a second factor',
      [identity, policy('trust', { ...statement, Principal: { AWS: accountRoot }, Condition: withMfa })],
      {},
      'implicitDeny',
    ],
    [
      'a role that demands a second factor, with it',
      [identity, policy('trust', { ...statement, Principal: { AWS: accountRoot }, Condition: withMfa })],
      { 'aws:MultiFactorAuthPresent': 'true' },
      'allowed',
    ],
  ] as const)('%s', ([, policies, keys, decision]) => {
    expect(ask({ ...assume, keys }, ...policies).decision).toBe(decision)
  })

  test('a denial says that the trust is missing, in the words of AWS', () => {
    const decision = ask(assume, identity)

    expect(decision.policyType).toBe('trust')
    expect(explainDenial({ caller: user.arn, action: assume.action, resource: roleArn, decision })).toBe(
      'because no role trust policy allows the sts:AssumeRole action',
    )
  })

  test('a service assumes the role that trusts it', () => {
    const trust = policy('trust', { ...statement, Principal: { Service: 'lambda.amazonaws.com' } })
    const by = (name: string) => ask({ ...assume, principal: { type: 'service', name } }, trust).decision

    expect([by('lambda.amazonaws.com'), by('scheduler.amazonaws.com')]).toEqual(['allowed', 'implicitDeny'])
  })

  test('a trust policy that names a resource is an error', () => {
    const value = { ...statement, Resource: '*', Principal: { AWS: accountRoot } }
    expect(() => policy('trust', value)).toThrow('a trust policy names no resource')
  })
})

// SQS Developer Guide, "Basic examples of Amazon SQS policies"; SNS, "Example cases for Amazon SNS access control".
describe('queues and topics', () => {
  const topic = `arn:aws:sns:us-east-2:${accountId}:topic`
  const queue = { action: 'sqs:SendMessage', resource: `arn:aws:sqs:us-east-2:${accountId}:queue` }
  const fromTopic = policy('resource', {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: queue.resource,
    Condition: { ArnEquals: { 'aws:SourceArn': topic } },
  })
  const sns = { type: 'service', name: 'sns.amazonaws.com' } as const

  test.for([
    ['takes messages of its topic', { 'aws:SourceArn': topic }, 'allowed'],
    ['takes none of another topic', { 'aws:SourceArn': `${topic}2` }, 'implicitDeny'],
    ['takes none without a topic', {}, 'implicitDeny'],
  ] as const)('a queue %s', ([, keys, decision]) => {
    expect(ask({ ...queue, principal: sns, keys }, fromTopic).decision).toBe(decision)
  })

  test('a topic takes what a service publishes for this account alone', () => {
    const publish = {
      action: 'sns:Publish',
      resource: topic,
      principal: { type: 'service', name: 'cloudwatch.amazonaws.com' },
    } as const
    const open = policy('resource', {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: topic,
      Condition: { StringEquals: { 'aws:SourceAccount': accountId } },
    })

    expect(ask({ ...publish, keys: { 'aws:SourceAccount': accountId } }, open).decision).toBe('allowed')
    expect(ask({ ...publish, keys: { 'aws:SourceAccount': '999999999999' } }, open).decision).toBe('implicitDeny')
  })
})

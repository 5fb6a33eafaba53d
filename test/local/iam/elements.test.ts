import { describe, expect, test } from 'vitest'
import { parsePolicyDocument } from '../../../bin/local/iam/policy-document.ts'
import { authorize } from '../../../bin/local/iam/authorize.ts'
import { evaluate, role, type StatementJson, user } from './evaluate.ts'

const allows = (statement: StatementJson, request: Parameters<typeof evaluate>[1]) =>
  evaluate([{ Effect: 'Allow', ...statement }], request).decision === 'allowed'

// IAM User Guide, "IAM JSON policy elements: Action" and "IAM JSON policy elements: NotAction".
describe('Action and NotAction', () => {
  test.for([
    ['a name', { Action: 'sqs:SendMessage' }, 'sqs:SendMessage', true],
    ['another name', { Action: 'sqs:SendMessage' }, 'sqs:ReceiveMessage', false],
    ['case makes no difference', { Action: 'iam:ListAccessKeys' }, 'IAM:listaccesskeys', true],
    ['all of a service', { Action: 's3:*' }, 's3:GetObject', true],
    ['all of a service, asked for another', { Action: 's3:*' }, 'sqs:SendMessage', false],
    ['a wildcard within the name', { Action: 'iam:*AccessKey*' }, 'iam:CreateAccessKey', true],
    ['one of a list', { Action: ['sqs:SendMessage', 'sqs:ReceiveMessage'] }, 'sqs:ReceiveMessage', true],
    ['a beginning alone is no name', { Action: 's3:GetObject' }, 's3:GetObjectVersion', false],
    ['NotAction allows all others', { NotAction: 'iam:*' }, 's3:GetObject', true],
    ['NotAction leaves out what it names', { NotAction: ['iam:*', 's3:GetObject'] }, 's3:GetObject', false],
  ] as const)('%s', ([, element, action, allowed]) => {
    expect(allows({ ...element, Resource: '*' }, { action })).toBe(allowed)
  })

  test('NotAction with Deny denies all others, as the example that demands a second factor does', () => {
    const statements = [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      {
        Effect: 'Deny',
        NotAction: ['iam:CreateVirtualMFADevice', 'sts:GetSessionToken'],
        Resource: '*',
        Condition: { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } },
      },
    ]

    expect(evaluate(statements, { action: 's3:GetObject' }).decision).toBe('explicitDeny')
    expect(evaluate(statements, { action: 'sts:GetSessionToken' }).decision).toBe('allowed')
    expect(
      evaluate(statements, { action: 's3:GetObject', keys: { 'aws:MultiFactorAuthPresent': 'true' } }).decision,
    ).toBe('allowed')
  })
})

// "IAM JSON policy elements: Resource" and "IAM JSON policy elements: NotResource".
describe('Resource and NotResource', () => {
  const bucket = 'arn:aws:s3:::example-bucket'
  const queue = 'arn:aws:sqs:us-east-2:111122223333:queue1'

  test.for([
    ['a name', { Resource: queue }, queue, true],
    [
      'case makes a difference',
      { Resource: 'arn:aws:iam::111122223333:user/Bob' },
      'arn:aws:iam::111122223333:user/bob',
      false,
    ],
    [
      'a path',
      { Resource: 'arn:aws:iam::111122223333:user/accounting/*' },
      'arn:aws:iam::111122223333:user/accounting/eu/Bob',
      true,
    ],
    ['a bucket is not its objects', { Resource: `${bucket}/*` }, bucket, false],
    ['objects with slashes', { Resource: `${bucket}/*/test/*` }, `${bucket}/1/2/test/3/object.jpg`, true],
    ['objects without the folder', { Resource: `${bucket}/*/test/*` }, `${bucket}/1/2/object.jpg`, false],
    ['objects with colons', { Resource: `${bucket}/*/test/*` }, `${bucket}/a:b/test/c`, true],
    ['* at the end of a part goes on beyond colons', { Resource: 'arn:aws:sqs:us-east-2:*' }, queue, true],
    ['* within a part does not', { Resource: 'arn:aws:sqs:us-*2:queue1:*' }, queue, false],
    ['? is one character', { Resource: 'arn:aws:sqs:us-east-?:111122223333:queue?' }, queue, true],
    ['? is no colon', { Resource: 'arn:aws:sqs:us-east-2?111122223333:queue1:*' }, queue, false],
    ['one of a list', { Resource: ['arn:aws:s3:::other', queue] }, queue, true],
    ['NotResource means all others', { NotResource: `${bucket}/*` }, queue, true],
    ['NotResource leaves out what it names', { NotResource: [bucket, `${bucket}/*`] }, `${bucket}/a`, false],
    ['an action without a resource is allowed on * alone', { Resource: queue }, '*', false],
    ['an action without a resource', { Resource: '*' }, '*', true],
  ] as const)('%s', ([, element, resource, allowed]) => {
    expect(allows({ Action: '*', ...element }, { resource, action: 'sqs:SendMessage' })).toBe(allowed)
  })
})

const inBucket = (key: string) => `arn:aws:s3:::example-bucket/${key}`

// "IAM policy elements: Variables and tags".
describe('variables', () => {
  const home = 'arn:aws:s3:::example-bucket/${aws:username}/*'
  const team = "arn:aws:s3:::example-bucket/${aws:PrincipalTag/team, 'company-wide'}/*"

  test.for([
    ['the name of the user', home, inBucket('Adele/a'), {}, true],
    ['the name of another user', home, inBucket('Bob/a'), {}, false],
    ['a tag', team, inBucket('yellow/a'), { 'aws:PrincipalTag/team': 'yellow' }, true],
    [
      'a default is not used where there is a value',
      team,
      inBucket('company-wide/a'),
      { 'aws:PrincipalTag/team': 'yellow' },
      false,
    ],
    ['a default where there is none', team, inBucket('company-wide/a'), {}, true],
    [
      'without a value and without a default nothing is allowed',
      'arn:aws:s3:::example-bucket/${aws:PrincipalTag/team}*',
      inBucket('a'),
      {},
      false,
    ],
    ['${*} is an asterisk', inBucket('${*}'), inBucket('*'), {}, true],
    ['${*} is no wildcard', inBucket('${*}'), inBucket('a'), {}, false],
    ['${?} is no wildcard', inBucket('${?}'), inBucket('a'), {}, false],
    ['${$} is a dollar', inBucket('${$}{a'), inBucket('${a'), {}, true],
    [
      'an asterisk in a value is no wildcard',
      inBucket('${aws:PrincipalTag/team}'),
      inBucket('a'),
      { 'aws:PrincipalTag/team': '*' },
      false,
    ],
  ] as const)('%s', ([, Resource, resource, keys, allowed]) => {
    expect(allows({ Action: '*', Resource }, { principal: user, resource, keys })).toBe(allowed)
  })

  test('are text in policies of 2008-10-17, and of no version', () => {
    for (const version of [{ Version: '2008-10-17' }, {}]) {
      const statement = { Effect: 'Allow', Action: '*', Resource: home }
      const old = parsePolicyDocument({ ...version, Statement: statement }, 'identity', 'old')
      const ask = (resource: string) => authorize({ principal: user, action: 's3:GetObject', resource }, [old]).decision

      expect([ask(inBucket('Adele/a')), ask(inBucket('${aws:username}/a'))]).toEqual(['implicitDeny', 'allowed'])
    }
  })

  test('a Deny whose variable has no value cannot be evaluated', () => {
    const statements = [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      { Effect: 'Deny', Action: '*', Resource: inBucket('${aws:PrincipalTag/team}/*') },
    ]
    expect(() => evaluate(statements)).toThrow('the request has no value for ${aws:PrincipalTag/team}')
  })
})

describe('a policy that cannot be evaluated is an error, never an allow', () => {
  const allow = { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }

  test.for([
    ['an unknown element', { ...allow, Resources: '*' }],
    ['an effect in lower case', { ...allow, Effect: 'allow' }],
    ['no effect', { Action: 's3:GetObject', Resource: '*' }],
    ['no action', { Effect: 'Allow', Resource: '*' }],
    ['both Action and NotAction', { ...allow, NotAction: 's3:PutObject' }],
    ['both Resource and NotResource', { ...allow, NotResource: '*' }],
    ['no resource', { Effect: 'Allow', Action: 's3:GetObject' }],
    ['an action without its service', { ...allow, Action: 'GetObject' }],
    ['a wildcard for the service of an action', { ...allow, Action: '*:GetObject' }],
    ['a wildcard for the service of a resource', { ...allow, Resource: 'arn:aws:*:us-east-2:111122223333:queue1' }],
    ['a resource that is no ARN', { ...allow, Resource: 'example-bucket' }],
    ['a variable for the account of a resource', { ...allow, Resource: 'arn:aws:sqs:us-east-2:${aws:a}:queue1' }],
    ['a variable that is not closed', { ...allow, Resource: 'arn:aws:s3:::example-bucket/${aws:username' }],
    ['a variable that is none', { ...allow, Resource: 'arn:aws:s3:::example-bucket/${aws:username or so}' }],
    ['a reference of CloudFormation', { ...allow, Resource: { 'Fn::GetAtt': ['Bucket', 'Arn'] } }],
    ['a principal in an identity-based policy', { ...allow, Principal: '*' }],
    ['a Sid that is no text', { ...allow, Sid: 1 }],
    ['an empty list of actions', { ...allow, Action: [] }],
  ])('%s', ([, statement]) => {
    expect(() => evaluate([statement as StatementJson])).toThrow(expect.objectContaining({ name: 'PolicyError' }))
  })

  test.for([
    ['another version', { Version: '2020-01-01', Statement: [] }],
    ['no statements', { Version: '2012-10-17' }],
    ['an unknown element beside the statements', { Version: '2012-10-17', Statement: [], Statements: [] }],
    ['no object', 'policy'],
  ])('%s', ([, document]) => {
    expect(() => parsePolicyDocument(document, 'identity', 'policy')).toThrow(
      expect.objectContaining({ name: 'PolicyError' }),
    )
  })

  test.for([
    ['a request with a pattern for its action', { action: 's3:*' }],
    ['a request for a resource that is no ARN', { resource: 'example-bucket' }],
    ['a request from one account to another', { resource: 'arn:aws:sqs:us-east-2:999999999999:queue1' }],
    ['a service with identity-based policies', { principal: { type: 'service', name: 's3.amazonaws.com' } }],
  ] as const)('%s', ([, request]) => {
    expect(() => evaluate([allow], { principal: role, ...request })).toThrow(
      expect.objectContaining({ name: 'PolicyError' }),
    )
  })
})

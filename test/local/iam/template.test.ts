import { describe, expect, test } from 'vitest'
import { authorizeByTemplate } from '../../../bin/local/iam/template-policies.ts'
import type { StackTemplate } from '../../../bin/local/iam/template-values.ts'
import { readTemplatePolicies } from '../../support/read-template-policies.ts'

type Resources = StackTemplate['Resources']

const options = { stackName: 'Stack', region: 'eu-west-1' }
const Version = '2012-10-17'
const read = (Resources: Resources, nested: Readonly<Record<string, StackTemplate>> = {}) =>
  readTemplatePolicies({ Resources }, { ...options, nested })

const trust = {
  Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
}
const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: { Version, ...trust } } }
const bucket = { Type: 'AWS::S3::Bucket' }
const leftToAccount = { Effect: 'Allow', Principal: { AWS: '000000000000' }, Action: '*', Resource: '*' }
const asRole = { type: 'role', arn: 'arn:aws:iam::000000000000:role/Role' } as const
const asService = (name: string) => ({ type: 'service', name: `${name}.amazonaws.com` }) as const

const rolePolicy = (statement: object, Roles: readonly unknown[] = [{ Ref: 'Role' }]) => ({
  Type: 'AWS::IAM::Policy',
  Properties: {
    PolicyName: 'Policy',
    PolicyDocument: { Version, Statement: [{ Effect: 'Allow', Action: '*', ...statement }] },
    Roles,
  },
})

// CloudFormation Template Reference, "Intrinsic function reference" and the return values of each type of resource.
describe('references in policies become ARNs of the local account', () => {
  const types: Resources = {
    Bucket: bucket,
    Named: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { 'Fn::Sub': 'files-${AWS::AccountId}' } } },
    Table: { Type: 'AWS::DynamoDB::GlobalTable' },
    Key: { Type: 'AWS::KMS::Key', Properties: { KeyPolicy: { Version, Statement: [leftToAccount] } } },
    Queue: { Type: 'AWS::SQS::Queue' },
    Topic: { Type: 'AWS::SNS::Topic' },
    Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'app/stripe' } },
    Function: { Type: 'AWS::Lambda::Function' },
    Log: { Type: 'AWS::Logs::LogGroup' },
    Pool: { Type: 'AWS::Cognito::UserPool' },
  }

  test.for([
    [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, 'arn:aws:s3:::Bucket'],
    [{ 'Fn::GetAtt': 'Named.Arn' }, 'arn:aws:s3:::files-000000000000'],
    [{ 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, '/a']] }, 'arn:aws:s3:::Bucket/a'],
    [
      { 'Fn::Sub': '${Bucket.Arn}/${Queue}' },
      'arn:aws:s3:::Bucket/https://sqs.eu-west-1.amazonaws.com/000000000000/Queue',
    ],
    [{ 'Fn::Sub': ['${Bucket.Arn}/${x}', { x: { Ref: 'AWS::Region' } }] }, 'arn:aws:s3:::Bucket/eu-west-1'],
    [
      { 'Fn::Join': ['', ['arn:aws:s3:::', { 'Fn::Select': [1, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }]] },
      'arn:aws:s3:::Stack',
    ],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:eu-west-1:000000000000:table/Table'],
    [
      { 'Fn::GetAtt': ['Table', 'StreamArn'] },
      'arn:aws:dynamodb:eu-west-1:000000000000:table/Table/stream/2026-01-01T00:00:00.000',
    ],
    [{ 'Fn::GetAtt': ['Key', 'Arn'] }, 'arn:aws:kms:eu-west-1:000000000000:key/Key'],
    [{ 'Fn::GetAtt': ['Queue', 'Arn'] }, 'arn:aws:sqs:eu-west-1:000000000000:Queue'],
    [{ Ref: 'Topic' }, 'arn:aws:sns:eu-west-1:000000000000:Topic'],
    [{ Ref: 'Secret' }, 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:app/stripe-AbCdEf'],
    [
      { 'Fn::Join': [':', ['arn:aws:s3::', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'of/two/parts'] }] }]] },
      'arn:aws:s3:::two',
    ],
    [{ 'Fn::GetAtt': ['Function', 'Arn'] }, 'arn:aws:lambda:eu-west-1:000000000000:function:Function'],
    [{ 'Fn::GetAtt': ['Log', 'Arn'] }, 'arn:aws:logs:eu-west-1:000000000000:log-group:Log:*'],
    [{ 'Fn::GetAtt': ['Pool', 'Arn'] }, 'arn:aws:cognito-idp:eu-west-1:000000000000:userpool/eu-west-1_Pool'],
    [{ 'Fn::GetAtt': ['Role', 'Arn'] }, 'arn:aws:iam::000000000000:role/Role'],
  ] as const)('%j is %s', ([reference, resource]) => {
    const policies = read({ ...types, Role: role, Policy: rolePolicy({ Resource: reference }) })
    const ask = (at: string) =>
      authorizeByTemplate(policies, { principal: asRole, action: 'dynamodb:GetItem', resource: at }).decision

    expect(ask(`${resource}2`)).toBe(resource.endsWith('*') ? 'allowed' : 'implicitDeny')
    expect(ask(resource)).toBe('allowed')
  })

  test('outputs of a nested stack, and parameters that the stack around it gives', () => {
    const stack = { Type: 'AWS::CloudFormation::Stack', Properties: { Parameters: { Name: { Ref: 'Bucket' } } } }
    const inner = {
      Resources: {},
      Parameters: { Name: {} },
      Outputs: { Arn: { Value: { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${Name}-inner' } } },
    }
    const policy = rolePolicy({ Resource: { 'Fn::GetAtt': ['Inner', 'Outputs.Arn'] } })
    const policies = read({ Bucket: bucket, Role: role, Inner: stack, Policy: policy }, { Inner: inner })
    const request = { principal: asRole, action: 's3:ListBucket', resource: 'arn:aws:s3:::Bucket-inner' }

    expect(authorizeByTemplate(policies, request).decision).toBe('allowed')
  })

  test.for([
    ['a function that is not resolved', { 'Fn::ImportValue': 'elsewhere' }, 'Fn::ImportValue is not resolved'],
    ['a choice between values', { 'Fn::If': ['IsProd', '*', '*'] }, 'Fn::If is not resolved'],
    ['a resource that is not there', { Ref: 'Nobody' }, 'Nobody is not in the template'],
    ['an attribute that is not known', { 'Fn::GetAtt': ['Bucket', 'DomainName'] }, 'Bucket.DomainName is not resolved'],
    ['an output that is not there', { 'Fn::GetAtt': ['Inner', 'Outputs.Arn'] }, 'Inner has no output Arn'],
    ['a type of resource that is not known', { Ref: 'Other' }, 'references to AWS::EC2::Instance are not resolved'],
    ['a part that is not there', { 'Fn::Select': [3, { 'Fn::Split': ['/', 'of/two/parts'] }] }, 'selects nothing'],
    ['a parameter without a value', { Ref: 'Size' }, 'parameter Size of Stack has no value'],
  ] as const)('%s is an error', ([, reference, message]) => {
    const resources = { Bucket: bucket, Other: { Type: 'AWS::EC2::Instance' }, Role: role }
    const template = {
      Resources: { ...resources, Policy: rolePolicy({ Resource: reference }) },
      Parameters: { Size: {} },
    }

    expect(() => readTemplatePolicies(template, options)).toThrow(message)
  })
})

const source = (api: string) => ({
  'aws:SourceArn': `arn:aws:execute-api:eu-west-1:000000000000:${api}/$default/GET/x`,
  'aws:SourceAccount': '000000000000',
})

describe('all policies of a template are evaluated together', () => {
  const deny = { Effect: 'Deny', Principal: '*', Action: 's3:*', Resource: '*' }
  const bucketPolicy = {
    Type: 'AWS::S3::BucketPolicy',
    Properties: { Bucket: { Ref: 'Bucket' }, PolicyDocument: { Version, Statement: [deny] } },
  }
  const resources = { Role: role, Bucket: bucket, Policy: rolePolicy({ Resource: '*' }), BucketPolicy: bucketPolicy }
  const ask = (resource: string, action = 's3:GetObject') =>
    authorizeByTemplate(read(resources), { principal: asRole, action, resource })

  test("a bucket's policy stands for its objects, and for no other bucket", () => {
    expect(ask('arn:aws:s3:::Bucket/a')).toMatchObject({ decision: 'explicitDeny', policy: 'BucketPolicy' })
    expect(ask('arn:aws:s3:::Bucket').decision).toBe('explicitDeny')
    expect(ask('arn:aws:s3:::Bucket2/a').decision).toBe('allowed')
  })

  test('a role has its own policies alone', () => {
    const other = { ...asRole, arn: `${asRole.arn}2` }
    const request = { principal: other, action: 's3:GetObject', resource: 'arn:aws:s3:::x/a' }
    expect(authorizeByTemplate(read(resources), request).decision).toBe('implicitDeny')
  })

  test('policies written within a role, and the one of AWS for logs, count too', () => {
    const PolicyDocument = { Version, Statement: [{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }] }
    const managed = { 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole' }
    const inline = { Policies: [{ PolicyName: 'Own', PolicyDocument }], ManagedPolicyArns: [managed] }
    const policies = read({ Role: { ...role, Properties: { ...role.Properties, ...inline } } })
    const may = (action: string) => authorizeByTemplate(policies, { principal: asRole, action, resource: '*' }).decision

    expect([may('sqs:ListQueues'), may('logs:PutLogEvents')]).toEqual(['allowed', 'allowed'])
    expect(may('s3:ListAllMyBuckets')).toBe('implicitDeny')
  })

  // CloudFormation Template Reference, "AWS::Lambda::Permission"; Lambda Developer Guide, "resource-based policies".
  test('a permission lets a service call a function for one source and one account', () => {
    const arn = 'arn:aws:lambda:eu-west-1:000000000000:function:Function'
    const Properties = {
      FunctionName: { Ref: 'Function' },
      Action: 'lambda:InvokeFunction',
      Principal: 'apigateway.amazonaws.com',
      SourceArn: { 'Fn::Sub': 'arn:aws:execute-api:${AWS::Region}:${AWS::AccountId}:api/*/*' },
      SourceAccount: { Ref: 'AWS::AccountId' },
    }
    const policies = read({
      Function: { Type: 'AWS::Lambda::Function' },
      Permission: { Type: 'AWS::Lambda::Permission', Properties },
    })
    const invoke = (name: string, keys: Readonly<Record<string, string>>) =>
      authorizeByTemplate(policies, {
        principal: asService(name),
        action: 'lambda:InvokeFunction',
        resource: arn,
        keys,
      }).decision

    expect(invoke('apigateway', source('api'))).toBe('allowed')
    expect(invoke('apigateway', source('other'))).toBe('implicitDeny')
    expect(invoke('apigateway', { ...source('api'), 'aws:SourceAccount': '999999999999' })).toBe('implicitDeny')
    expect(invoke('apigateway', {})).toBe('implicitDeny')
    expect(invoke('cognito-idp', source('api'))).toBe('implicitDeny')
  })

  test.for([
    ['a nested stack without its template', { Inner: { Type: 'AWS::CloudFormation::Stack' } }],
    [
      'policies of a type that is not read',
      { Other: { Type: 'AWS::SecretsManager::ResourcePolicy', Properties: { ResourcePolicy: { Statement: [] } } } },
    ],
    [
      'a boundary of permissions',
      { Role: { ...role, Properties: { ...role.Properties, PermissionsBoundary: 'arn' } } },
    ],
    [
      'a policy of AWS that is not known',
      {
        Role: {
          ...role,
          Properties: { ...role.Properties, ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] },
        },
      },
    ],
    [
      'a policy that is made under a condition',
      { Role: role, Policy: { ...rolePolicy({ Resource: '*' }), Condition: 'IsProd' } },
    ],
    ['a policy of nobody', { Policy: rolePolicy({ Resource: '*' }, []) }],
    [
      'a permission with what is not evaluated',
      { Permission: { Type: 'AWS::Lambda::Permission', Properties: { FunctionUrlAuthType: 'NONE' } } },
    ],
    ['a key without its policy', { Key: { Type: 'AWS::KMS::Key', Properties: {} } }],
  ] as const)('%s is an error', ([, resourcesOf]) => {
    expect(() => read(resourcesOf as Resources)).toThrow(expect.objectContaining({ name: 'PolicyError' }))
  })
})

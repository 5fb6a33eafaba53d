import { authorize, type Decision, type RequestContext } from './authorize.ts'
import { lambdaPermissionPolicy } from './lambda-permission.ts'
import { parsePolicyDocument, type PolicyDocument, type PolicyType } from './policy-document.ts'
import { PolicyError } from './policy-error.ts'
import {
  getResourceArn,
  resolveTemplateValue,
  type StackTemplate,
  type TemplateResource,
  type TemplateStack,
} from './template-values.ts'

interface AttachedPolicy {
  readonly arn: string
  readonly document: PolicyDocument
}

export interface TemplatePolicies {
  readonly stack: TemplateStack
  readonly attached: readonly AttachedPolicy[]
}

export interface TemplateOptions {
  readonly stackName: string
  readonly region: string
  /** @default '000000000000' */
  readonly accountId?: string
  /**
   * Values of parameters.
   * @default - their defaults
   */
  readonly parameters?: Readonly<Record<string, unknown>>
  /** By logical id of their `AWS::CloudFormation::Stack`. */
  readonly nested?: Readonly<Record<string, StackTemplate>>
}

const managedPolicies: Readonly<Record<string, unknown>> = {
  'service-role/AWSLambdaBasicExecutionRole': {
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: '*',
    },
  },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asList = (value: unknown): readonly unknown[] => (value === undefined ? [] : [value].flat())

interface PolicyCarrier {
  readonly id: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly stack: TemplateStack
}

function attach(arns: readonly string[], value: unknown, type: PolicyType, name: string): readonly AttachedPolicy[] {
  if (arns.length === 0) throw new PolicyError(`${name} is attached to nothing`)
  const document = parsePolicyDocument(value, type, name)
  return arns.map((arn) => ({ arn, document }))
}

const arnOfRole = (name: unknown, { accountId }: TemplateStack): string =>
  `arn:aws:iam::${accountId}:role/${String(name)}`

/** `Ref` of a queue gives its URL. */
const arnOfQueue = (url: unknown, { region, accountId }: TemplateStack): string =>
  `arn:aws:sqs:${region}:${accountId}:${String(url).split('/').at(-1)}`

function readManagedPolicy(arn: unknown): unknown {
  const found = managedPolicies[String(arn).split(':policy/')[1] ?? '']
  if (found === undefined) throw new PolicyError(`the managed policy ${String(arn)} is not known`)
  return found
}

function readRole({ id, properties, stack }: PolicyCarrier): readonly AttachedPolicy[] {
  const { AssumeRolePolicyDocument, ManagedPolicyArns, Policies, PermissionsBoundary } = properties
  if (PermissionsBoundary !== undefined) throw new PolicyError(`${id}: permissions boundaries are not evaluated`)
  const arn = [getResourceArn(id, stack)]
  return [
    ...attach(arn, AssumeRolePolicyDocument, 'trust', `${id}.AssumeRolePolicyDocument`),
    ...asList(ManagedPolicyArns).flatMap((managed) =>
      attach(arn, readManagedPolicy(managed), 'identity', String(managed)),
    ),
    ...asList(Policies).flatMap((inline) => {
      const { PolicyName, PolicyDocument: document } = inline as Record<string, unknown>
      return attach(arn, document, 'identity', `${id}.${String(PolicyName)}`)
    }),
  ]
}

function readRolePolicy({ id, properties, stack }: PolicyCarrier): readonly AttachedPolicy[] {
  const { PolicyName: _, PolicyDocument: document, Roles, ...others } = properties
  if (Object.keys(others).length > 0) throw new PolicyError(`${id} is attached to ${Object.keys(others).join()}`)
  const arns = asList(Roles).map((name) => arnOfRole(name, stack))
  return attach(arns, document, 'identity', id)
}

const readersByType: Readonly<Record<string, (carrier: PolicyCarrier) => readonly AttachedPolicy[]>> = {
  'AWS::IAM::Role': readRole,
  'AWS::IAM::Policy': readRolePolicy,
  'AWS::KMS::Key': ({ id, properties, stack }) =>
    attach([getResourceArn(id, stack)], properties['KeyPolicy'], 'key', `${id}.KeyPolicy`),
  'AWS::S3::BucketPolicy': ({ id, properties }) =>
    attach([`arn:aws:s3:::${String(properties['Bucket'])}`], properties['PolicyDocument'], 'resource', id),
  'AWS::SNS::TopicPolicy': ({ id, properties }) =>
    attach(asList(properties['Topics']).map(String), properties['PolicyDocument'], 'resource', id),
  'AWS::SQS::QueuePolicy': ({ id, properties, stack }) =>
    attach(
      asList(properties['Queues']).map((url) => arnOfQueue(url, stack)),
      properties['PolicyDocument'],
      'resource',
      id,
    ),
  'AWS::Lambda::Permission': ({ id, properties, stack }) => {
    const { arn, policy } = lambdaPermissionPolicy(properties, stack)
    return attach([arn], policy, 'resource', id)
  },
}

/** Their statements filter web requests and grant no permissions. */
const typesWithOtherStatements: readonly string[] = ['AWS::WAFv2::WebACL']

const hasStatement = (value: unknown): boolean =>
  (isObject(value) && (value['Statement'] !== undefined || Object.values(value).some(hasStatement))) ||
  (Array.isArray(value) && value.some(hasStatement))

const policyProperties = [
  'AssumeRolePolicyDocument',
  'ManagedPolicyArns',
  'PermissionsBoundary',
  'Policies',
  'KeyPolicy',
  'PolicyName',
  'PolicyDocument',
  'Roles',
  'Users',
  'Groups',
  'Bucket',
  'Topics',
  'Queues',
]

/** Resolves only properties that grant permissions: others may refer to resources without a name here. */
const resolveProperties = ({ Type, Properties = {} }: TemplateResource, stack: TemplateStack) =>
  resolveTemplateValue(
    Type === 'AWS::Lambda::Permission'
      ? Properties
      : Object.fromEntries(Object.entries(Properties).filter(([name]) => policyProperties.includes(name))),
    stack,
  ) as Record<string, unknown>

function readPolicies(stack: TemplateStack): readonly AttachedPolicy[] {
  const own = Object.entries(stack.template.Resources).flatMap(([id, resource]) => {
    const read = readersByType[resource.Type]
    if (typesWithOtherStatements.includes(resource.Type)) return []
    if (!read && hasStatement(resource.Properties)) throw new PolicyError(`${id}: policies of ${resource.Type}`)
    if (!read) return []
    if (resource.Condition !== undefined) throw new PolicyError(`${id} is made only under ${resource.Condition}`)
    return read({ id, properties: resolveProperties(resource, stack), stack })
  })
  return [...own, ...[...stack.nested.values()].flatMap(readPolicies)]
}

function openNestedStack(id: string, template: StackTemplate, outer: TemplateStack): TemplateStack {
  const parameters = outer.template.Resources[id]?.Properties?.['Parameters'] ?? {}
  return {
    ...outer,
    template,
    stackName: `${outer.stackName}-${id}`,
    parameters: resolveTemplateValue(parameters, outer) as Record<string, unknown>,
    nested: new Map(),
  }
}

/**
 * Includes nested stacks.
 * @throws PolicyError for a nested stack without its template
 */
export function openTemplateStack(template: StackTemplate, options: TemplateOptions): TemplateStack {
  const { accountId = '000000000000', nested = {}, parameters = {}, ...names } = options
  const outer: TemplateStack = { ...names, accountId, template, parameters, nested: new Map() }
  const missing = Object.entries(template.Resources).filter(
    ([id, { Type }]) => Type === 'AWS::CloudFormation::Stack' && !nested[id],
  )
  if (missing.length > 0) throw new PolicyError(`the template of ${missing.map(([id]) => id).join()} is missing`)
  const stacks = Object.entries(nested).map(([id, inner]) => [id, openNestedStack(id, inner, outer)] as const)
  return { ...outer, nested: new Map(stacks) }
}

/**
 * All policies of the stack, with concrete ARNs.
 * @throws PolicyError for a policy that cannot be evaluated
 */
export const readStackPolicies = (stack: TemplateStack): TemplatePolicies => ({ stack, attached: readPolicies(stack) })

const guards = ({ arn, document }: AttachedPolicy, { resource }: RequestContext): boolean =>
  document.type !== 'identity' && (arn === resource || resource.startsWith(`${arn}/`) || resource.startsWith(`${arn}:`))

export function authorizeByTemplate({ attached }: TemplatePolicies, request: RequestContext): Decision {
  const { principal } = request
  const applying = attached.filter(
    (policy) =>
      guards(policy, request) ||
      (policy.document.type === 'identity' && principal.type === 'role' && policy.arn === principal.arn),
  )
  return authorize(
    request,
    applying.map(({ document }) => document),
  )
}

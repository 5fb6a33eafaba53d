import { PolicyError } from './policy-error.ts'

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
  readonly Condition?: string
}

export interface StackTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>
  readonly Parameters?: Readonly<Record<string, { readonly Default?: unknown }>>
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>
}

export interface TemplateStack {
  readonly template: StackTemplate
  readonly stackName: string
  readonly region: string
  readonly accountId: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly nested: ReadonlyMap<string, TemplateStack>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface ResourceIds {
  readonly ref: string
  readonly arn?: string
  readonly attributes?: Readonly<Record<string, string>>
}

type IdsOf = (names: { readonly name: string; readonly scope: string; readonly stack: TemplateStack }) => ResourceIds

/** `scope` is the region and account of an ARN; generated ids are the logical ids. */
const idsByType: Readonly<Record<string, IdsOf>> = {
  'AWS::ApiGatewayV2::Api': ({ name }) => ({ ref: name }),
  'AWS::ApiGatewayV2::Authorizer': ({ name }) => ({ ref: name }),
  'AWS::ApiGatewayV2::Integration': ({ name }) => ({ ref: name }),
  'AWS::CloudFront::CachePolicy': ({ name }) => ({ ref: name }),
  'AWS::CloudFront::Distribution': ({ name, stack }) => ({
    ref: name,
    arn: `arn:aws:cloudfront::${stack.accountId}:distribution/${name}`,
    attributes: { DomainName: `${name.toLowerCase()}.cloudfront.net` },
  }),
  'AWS::CloudFront::Function': ({ name, stack }) => ({
    ref: name,
    attributes: { FunctionARN: `arn:aws:cloudfront::${stack.accountId}:function/${name}` },
  }),
  'AWS::CloudFront::OriginAccessControl': ({ name }) => ({ ref: name, attributes: { Id: name } }),
  'AWS::CloudFront::OriginRequestPolicy': ({ name }) => ({ ref: name }),
  'AWS::CloudFront::ResponseHeadersPolicy': ({ name }) => ({ ref: name }),
  'AWS::Cognito::UserPool': ({ name, scope, stack }) => ({
    ref: `${stack.region}_${name}`,
    arn: `arn:aws:cognito-idp:${scope}:userpool/${stack.region}_${name}`,
  }),
  'AWS::Cognito::UserPoolClient': ({ name }) => ({ ref: name }),
  'AWS::DynamoDB::GlobalTable': ({ name, scope }) => ({
    ref: name,
    arn: `arn:aws:dynamodb:${scope}:table/${name}`,
    attributes: { StreamArn: `arn:aws:dynamodb:${scope}:table/${name}/stream/2026-01-01T00:00:00.000` },
  }),
  'AWS::Events::Rule': ({ name, scope }) => ({ ref: name, arn: `arn:aws:events:${scope}:rule/${name}` }),
  'AWS::GuardDuty::MalwareProtectionPlan': ({ name, scope }) => ({
    ref: name,
    arn: `arn:aws:guardduty:${scope}:malware-protection-plan/${name}`,
  }),
  'AWS::IAM::Role': ({ name, stack }) => ({ ref: name, arn: `arn:aws:iam::${stack.accountId}:role/${name}` }),
  'AWS::KMS::Key': ({ name, scope }) => ({ ref: name, arn: `arn:aws:kms:${scope}:key/${name}` }),
  'AWS::Lambda::Function': ({ name, scope }) => ({ ref: name, arn: `arn:aws:lambda:${scope}:function:${name}` }),
  'AWS::Logs::LogGroup': ({ name, scope }) => ({ ref: name, arn: `arn:aws:logs:${scope}:log-group:${name}:*` }),
  'AWS::S3::Bucket': ({ name, stack }) => ({
    ref: name,
    arn: `arn:aws:s3:::${name}`,
    attributes: { RegionalDomainName: `${name}.s3.${stack.region}.amazonaws.com` },
  }),
  'AWS::SES::ConfigurationSet': ({ name }) => ({ ref: name }),
  'AWS::SNS::Topic': ({ name, scope }) => ({
    ref: `arn:aws:sns:${scope}:${name}`,
    arn: `arn:aws:sns:${scope}:${name}`,
  }),
  'AWS::SQS::Queue': ({ name, scope, stack }) => ({
    ref: `https://sqs.${stack.region}.amazonaws.com/${stack.accountId}/${name}`,
    arn: `arn:aws:sqs:${scope}:${name}`,
    attributes: { QueueName: name },
  }),
  // Web ACLs of CloudFront are in us-east-1.
  'AWS::WAFv2::WebACL': ({ name, scope, stack }) => ({
    ref: name,
    arn: `arn:aws:wafv2:${scope}:${stack.region === 'us-east-1' ? 'global' : 'regional'}/webacl/${name}/1`,
  }),
  // Secrets Manager appends six letters to each ARN, which the CDK removes to get the name.
  'AWS::SecretsManager::Secret': ({ name, scope }) => ({
    ref: `arn:aws:secretsmanager:${scope}:secret:${name}-AbCdEf`,
  }),
}

const nameProperty: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SecretsManager::Secret': 'Name',
}

/** CloudFormation appends random letters to generated names; those matter here only where the template reads a part. */
const drawnName = (logicalId: string, type: string): string =>
  type === 'AWS::SecretsManager::Secret' ? `${logicalId}-Local` : logicalId

function idsOf(logicalId: string, stack: TemplateStack): ResourceIds {
  const resource = stack.template.Resources[logicalId]
  if (!resource) throw new PolicyError(`${logicalId} is not in the template of ${stack.stackName}`)
  const ids = idsByType[resource.Type]
  if (!ids) throw new PolicyError(`${logicalId}: references to ${resource.Type} are not resolved`)
  const given = resource.Properties?.[nameProperty[resource.Type] ?? '']
  const name = given === undefined ? drawnName(logicalId, resource.Type) : resolveText(given, stack)
  return ids({ name, scope: `${stack.region}:${stack.accountId}`, stack })
}

/** On AWS different for each creation of a stack. */
const STACK_UUID = '0f1e2d3c-0000-4000-8000-000000000000'

function resolveReference(name: unknown, stack: TemplateStack): unknown {
  if (typeof name !== 'string') throw new PolicyError(`Ref ${JSON.stringify(name)}`)
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::AccountId': stack.accountId,
    'AWS::Partition': 'aws',
    'AWS::Region': stack.region,
    'AWS::StackId': `arn:aws:cloudformation:${stack.region}:${stack.accountId}:stack/${stack.stackName}/${STACK_UUID}`,
    'AWS::StackName': stack.stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  }
  if (pseudo[name] !== undefined) return pseudo[name]
  if (stack.parameters[name] !== undefined) return stack.parameters[name]
  const parameter = stack.template.Parameters?.[name]
  if (parameter) {
    if (parameter.Default === undefined) throw new PolicyError(`parameter ${name} of ${stack.stackName} has no value`)
    return parameter.Default
  }
  return idsOf(name, stack).ref
}

function resolveOutput(logicalId: string, name: string, stack: TemplateStack): unknown {
  const inner = stack.nested.get(logicalId)
  const output = inner?.template.Outputs?.[name]
  if (!inner || !output) throw new PolicyError(`${logicalId} has no output ${name}`)
  return resolveTemplateValue(output.Value, inner)
}

function resolveAttribute(path: unknown, stack: TemplateStack): unknown {
  const [logicalId = '', ...rest] = (Array.isArray(path) ? path.join('.') : String(path)).split('.')
  const attribute = rest.join('.')
  if (attribute.startsWith('Outputs.')) return resolveOutput(logicalId, attribute.slice('Outputs.'.length), stack)
  const { arn, attributes } = idsOf(logicalId, stack)
  const found = attribute === 'Arn' ? arn : attributes?.[attribute]
  if (found !== undefined) return found
  throw new PolicyError(`${logicalId}.${attribute} is not resolved`)
}

function resolveJoin(given: unknown, stack: TemplateStack): string {
  const [separator, values] = Array.isArray(given) ? given : []
  if (typeof separator !== 'string' || !Array.isArray(values))
    throw new PolicyError(`Fn::Join ${JSON.stringify(given)}`)
  return values.map((value) => resolveText(value, stack)).join(separator)
}

/** `${!Literal}` stays literal, as policy variables are written in Fn::Sub. */
function resolveSubstitution(given: unknown, stack: TemplateStack): string {
  const [text, values = {}] = [given].flat() as readonly unknown[]
  if (typeof text !== 'string' || !isObject(values)) throw new PolicyError(`Fn::Sub ${JSON.stringify(given)}`)
  return text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`
    if (Object.hasOwn(values, name)) return resolveText(values[name], stack)
    return resolveText(name.includes('.') ? { 'Fn::GetAtt': name } : { Ref: name }, stack)
  })
}

function resolveList(value: unknown, stack: TemplateStack): readonly unknown[] {
  const resolved = resolveTemplateValue(value, stack)
  if (!Array.isArray(resolved)) throw new PolicyError(`${JSON.stringify(value)} is no list`)
  return resolved
}

function resolveSelection(given: unknown, stack: TemplateStack): unknown {
  const [index, values] = Array.isArray(given) ? (given as readonly unknown[]) : []
  const selected = resolveList(values, stack)[Number(index)]
  if (selected === undefined) throw new PolicyError(`Fn::Select ${JSON.stringify(given)} selects nothing`)
  return selected
}

function resolveSplit(given: unknown, stack: TemplateStack): readonly string[] {
  const [separator, value] = Array.isArray(given) ? (given as readonly unknown[]) : []
  if (typeof separator !== 'string') throw new PolicyError(`Fn::Split ${JSON.stringify(given)}`)
  return resolveText(value, stack).split(separator)
}

function resolveText(value: unknown, stack: TemplateStack): string {
  const resolved = resolveTemplateValue(value, stack)
  if (typeof resolved !== 'string') throw new PolicyError(`${JSON.stringify(value)} is no text`)
  return resolved
}

function resolveIntrinsic(name: string, value: unknown, stack: TemplateStack): unknown {
  if (name === 'Ref') return resolveReference(value, stack)
  if (name === 'Fn::GetAtt') return resolveAttribute(value, stack)
  if (name === 'Fn::Join') return resolveJoin(value, stack)
  if (name === 'Fn::Sub') return resolveSubstitution(value, stack)
  if (name === 'Fn::Select') return resolveSelection(value, stack)
  if (name === 'Fn::Split') return resolveSplit(value, stack)
  throw new PolicyError(`${name} is not resolved`)
}

/**
 * Replaces references by concrete ARNs, names and ids.
 * @throws PolicyError for an unknown intrinsic function, resource type or attribute
 */
export function resolveTemplateValue(value: unknown, stack: TemplateStack): unknown {
  if (Array.isArray(value)) return value.map((each) => resolveTemplateValue(each, stack))
  if (!isObject(value)) return value
  const entries = Object.entries(value)
  const intrinsic = entries.find(([name]) => name === 'Ref' || name.startsWith('Fn::'))
  if (!intrinsic) return Object.fromEntries(entries.map(([name, each]) => [name, resolveTemplateValue(each, stack)]))
  if (entries.length > 1) throw new PolicyError(`${intrinsic[0]} beside other members`)
  return resolveIntrinsic(...intrinsic, stack)
}

export const getResourceArn = (logicalId: string, stack: TemplateStack): string =>
  resolveText({ 'Fn::GetAtt': [logicalId, 'Arn'] }, stack)

import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'

/** A resource with its references resolved to names, ids and ARNs. */
export interface StackResource<Properties = Readonly<Record<string, unknown>>> {
  readonly logicalId: string
  /** Result of `Ref`. */
  readonly ref: string
  readonly properties: Properties
  readonly stack: TemplateStack
}

/** How the properties of a resource type are treated: known-properties.ts. */
export interface KnownProperties {
  /** Implemented, or evaluated with the policies. A path includes everything below it; indices of lists are omitted. */
  readonly runs: readonly string[]
  /** Values that the stand-in always has: any other is an error. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Properties without a meaning here, with the reason. */
  readonly ignored?: Readonly<Record<string, string>>
}

/**
 * Resource types without a local counterpart, with the reason. A type that is neither here nor run is an error, so that
 * no new part of the cloud is overlooked.
 */
const typesWithoutLocalMeaning: Readonly<Record<string, string>> = {
  'AWS::CloudFormation::Stack': 'is read as part of the stack around it',
  'AWS::CloudFront::OriginAccessControl': 'signs what CloudFront asks of a bucket; here it reads the folder itself',
  'AWS::CloudWatch::Dashboard': 'shows what is measured; nobody looks at it here',
  'AWS::IAM::Policy': 'is evaluated by the stand-ins, not run',
  'AWS::IAM::Role': 'is evaluated by the stand-ins, not run',
  'AWS::Lambda::LayerVersion': "belongs to the CDK's copying function, which does not run here",
  'AWS::Lambda::Permission': 'is evaluated by the stand-ins, not run',
  'AWS::Logs::LogGroup': 'logs go to the screen',
  'AWS::Logs::MetricFilter': 'counts in logs for alarms',
  'AWS::S3::BucketPolicy': 'is evaluated by the stand-ins, not run',
  'AWS::SNS::Topic': 'tells people of alarms',
  'AWS::SNS::TopicPolicy': 'is evaluated by the stand-ins, not run',
  'AWS::SQS::QueuePolicy': 'is evaluated by the stand-ins, not run',
  'AWS::Budgets::Budget': 'nothing costs money here',
}

const allStacks = (stack: TemplateStack): readonly TemplateStack[] => [
  stack,
  ...[...stack.nested.values()].flatMap(allStacks),
]

/** In the templates' order. `Properties`: those that the caller reads. */
export function listStackResources<Properties>(
  stack: TemplateStack,
  type: string,
  names: readonly (keyof Properties & string)[],
): readonly StackResource<Properties>[] {
  return allStacks(stack).flatMap((each) =>
    Object.entries(each.template.Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([logicalId, resource]) => {
        if (resource.Condition !== undefined) throw new Error(`${logicalId} is made only under ${resource.Condition}`)
        // Resolves only these: others may refer to resources without a name here.
        const given = Object.fromEntries(
          Object.entries(resource.Properties ?? {}).filter(([name]) => names.some((wanted) => wanted === name)),
        )
        return {
          logicalId,
          get ref() {
            return String(resolveTemplateValue({ Ref: logicalId }, each))
          },
          properties: resolveTemplateValue(given, each) as Properties,
          stack: each,
        }
      }),
  )
}

/** @throws Error unless there is exactly one */
export function getOnlyStackResource<Properties>(
  stack: TemplateStack,
  type: string,
  names: readonly (keyof Properties & string)[],
): StackResource<Properties> {
  const [found, ...others] = listStackResources<Properties>(stack, type, names)
  if (!found || others.length > 0) throw new Error(`the stack has ${others.length + (found ? 1 : 0)} ${type}, not one`)
  return found
}

const listOwn = (stack: TemplateStack) => allStacks(stack).flatMap(({ template }) => Object.entries(template.Resources))

/** @throws Error for a resource type that is neither run here nor listed as one without local meaning */
export function requireKnownTypes(stack: TemplateStack, typesThatRun: readonly string[]): void {
  const unknown = listOwn(stack).filter(
    ([, { Type }]) => !typesThatRun.includes(Type) && !Object.hasOwn(typesWithoutLocalMeaning, Type),
  )
  if (unknown.length === 0) return
  throw new Error(
    `not run on this machine: ${unknown.map(([logicalId, { Type }]) => `${logicalId} (${Type})`).join(', ')}`,
  )
}

/** @throws Error for a property that is listed nowhere, or whose value differs from the stand-in's */
export function requireKnownProperties(stack: TemplateStack, known: Readonly<Record<string, KnownProperties>>): void {
  const unknown = listOwn(stack).flatMap(([logicalId, { Type, Properties = {} }]) => {
    const ofType = known[Type]
    return ofType ? listUnknown(Properties, ofType).map((path) => `${logicalId}.${path}`) : []
  })
  if (unknown.length === 0) return
  throw new Error(`known-properties.ts does not say what these mean on this machine: ${unknown.join(', ')}`)
}

/** Unlisted paths, and those whose value differs from the stand-in's. */
function listUnknown(properties: object, { runs, fixed = {}, ignored = {} }: KnownProperties): readonly string[] {
  const listed = ['Tags', ...runs, ...Object.keys(ignored)]
  const above = [...listed, ...Object.keys(fixed)]
  const visit = (value: unknown, path: string): readonly string[] => {
    if (listed.includes(path)) return []
    if (Object.hasOwn(fixed, path)) return JSON.stringify(value) === JSON.stringify(fixed[path]) ? [] : [path]
    if (Array.isArray(value)) return [...new Set(value.flatMap((each) => visit(each, path)))]
    if (!above.some((each) => each.startsWith(`${path}.`)) || !isObject(value)) return [path]
    return Object.entries(value).flatMap(([name, each]) => visit(each, `${path}.${name}`))
  }
  return Object.entries(properties).flatMap(([name, value]) => visit(value, name))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

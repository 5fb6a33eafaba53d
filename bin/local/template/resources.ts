import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'

/** A resource with concrete names, ids and ARNs in the place of references. */
export interface StackResource<Properties = Readonly<Record<string, unknown>>> {
  readonly logicalId: string
  /** What `Ref` gives of it. */
  readonly ref: string
  readonly properties: Properties
  readonly stack: TemplateStack
}

/** What somebody has said of the properties of a type: known-properties.ts. */
export interface KnownProperties {
  /** What is read, or judged with the policies. A path stands for all that is below it; lists have no part in it. */
  readonly runs: readonly string[]
  /** What a stand-in does whatever the template says: another value is an error. */
  readonly fixed?: Readonly<Record<string, unknown>>
  /** What means nothing here, with the reason. */
  readonly ignored?: Readonly<Record<string, string>>
}

/**
 * Types that start nothing on this machine, each with the reason. What stands neither here nor among those that are run
 * is an error: a new part of the cloud must not be overlooked here.
 */
const typesWithoutLocalMeaning: Readonly<Record<string, string>> = {
  'AWS::CloudFormation::Stack': 'is read as part of the stack around it',
  'AWS::CloudFront::CachePolicy': 'nothing is cached here',
  'AWS::CloudFront::OriginAccessControl': 'signs what CloudFront asks of a bucket; here it reads the folder itself',
  'AWS::CloudWatch::Dashboard': 'shows what is measured; nobody looks at it here',
  'AWS::IAM::Policy': 'is judged by the stand-ins, not run',
  'AWS::IAM::Role': 'is judged by the stand-ins, not run',
  'AWS::Lambda::LayerVersion': "belongs to the CDK's copying function, which does not run here",
  'AWS::Lambda::Permission': 'is judged by the stand-ins, not run',
  'AWS::Logs::LogGroup': 'logs go to the screen',
  'AWS::Logs::MetricFilter': 'counts in logs for alarms',
  'AWS::S3::BucketPolicy': 'is judged by the stand-ins, not run',
  'AWS::SNS::Topic': 'tells people of alarms',
  'AWS::SNS::TopicPolicy': 'is judged by the stand-ins, not run',
  'AWS::SQS::QueuePolicy': 'is judged by the stand-ins, not run',
  'AWS::Budgets::Budget': 'nothing costs money here',
}

const allStacks = (stack: TemplateStack): readonly TemplateStack[] => [
  stack,
  ...[...stack.nested.values()].flatMap(allStacks),
]

/** In the order of the templates. `Properties` are those that the caller reads of this type. */
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
        // Only what is read: other properties may refer to what has no name here.
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

/** @throws Error when there is not exactly one */
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

/** @throws Error for a resource of a type that is neither run here nor listed as one without local meaning */
export function requireKnownTypes(stack: TemplateStack, typesThatRun: readonly string[]): void {
  const unknown = listOwn(stack).filter(
    ([, { Type }]) => !typesThatRun.includes(Type) && !Object.hasOwn(typesWithoutLocalMeaning, Type),
  )
  if (unknown.length === 0) return
  throw new Error(
    `not run on this machine: ${unknown.map(([logicalId, { Type }]) => `${logicalId} (${Type})`).join(', ')}`,
  )
}

/** @throws Error for a property of a resource that is run of which nobody has said what it means here */
export function requireKnownProperties(stack: TemplateStack, known: Readonly<Record<string, KnownProperties>>): void {
  const unknown = listOwn(stack).flatMap(([logicalId, { Type, Properties = {} }]) => {
    const ofType = known[Type]
    return ofType ? listUnknown(Properties, ofType).map((path) => `${logicalId}.${path}`) : []
  })
  if (unknown.length === 0) return
  throw new Error(`known-properties.ts does not say what these mean on this machine: ${unknown.join(', ')}`)
}

/** Paths that are listed nowhere, and those whose value is not the one that a stand-in has. */
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

import { PolicyError } from '../iam/policy-error.ts'
import { getResourceArn, resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'

export interface TemplateTable {
  readonly arn: string
  readonly streamArn: string | undefined
  /** Name of the attribute; by index, or of the table without one. */
  readonly partitionKeyOf: (index?: string) => string
}

interface Keyed {
  readonly IndexName?: string
  readonly KeySchema?: readonly { readonly AttributeName: string; readonly KeyType: string }[]
}

function readTable(id: string, properties: Readonly<Record<string, unknown>>, stack: TemplateStack): TemplateTable {
  const {
    KeySchema,
    GlobalSecondaryIndexes = [],
    LocalSecondaryIndexes = [],
    StreamSpecification,
  } = resolveTemplateValue(
    {
      KeySchema: properties['KeySchema'],
      GlobalSecondaryIndexes: properties['GlobalSecondaryIndexes'],
      LocalSecondaryIndexes: properties['LocalSecondaryIndexes'],
      StreamSpecification: properties['StreamSpecification'],
    },
    stack,
  ) as {
    readonly KeySchema: Keyed['KeySchema']
    readonly GlobalSecondaryIndexes?: readonly Keyed[]
    readonly LocalSecondaryIndexes?: readonly Keyed[]
    readonly StreamSpecification?: object
  }
  const partitionKeyOf = (index?: string): string => {
    const keyed =
      index === undefined
        ? { KeySchema }
        : [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].find(({ IndexName }) => IndexName === index)
    const key = keyed?.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName
    if (key === undefined) throw new PolicyError(`${id} has no index ${index ?? ''}`)
    return key
  }
  const streamArn = StreamSpecification
    ? String(resolveTemplateValue({ 'Fn::GetAtt': [id, 'StreamArn'] }, stack))
    : undefined
  return { arn: getResourceArn(id, stack), streamArn, partitionKeyOf }
}

/** By ARN. */
export const readTemplateTables = (stack: TemplateStack): ReadonlyMap<string, TemplateTable> =>
  new Map(
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(([id, { Properties = {} }]) => {
        const table = readTable(id, Properties, stack)
        return [table.arn, table] as const
      }),
  )

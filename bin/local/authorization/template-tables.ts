import { describeTable } from '../dynamo.ts'
import { PolicyError } from '../iam/policy-error.ts'
import { getResourceArn, resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'

export interface TemplateTable {
  readonly arn: string
  readonly streamArn: string | undefined
  readonly partitionKeyOf: (index?: string) => string
}

interface Keyed {
  readonly IndexName?: string | undefined
  readonly KeySchema?:
    | readonly { readonly AttributeName?: string | undefined; readonly KeyType?: string | undefined }[]
    | undefined
}

interface TableKeys {
  readonly KeySchema?: Keyed['KeySchema'] | undefined
  readonly GlobalSecondaryIndexes?: readonly Keyed[] | undefined
}

const createPartitionKeys =
  (id: string, { KeySchema, GlobalSecondaryIndexes = [] }: TableKeys): TemplateTable['partitionKeyOf'] =>
  (index) => {
    const keyed =
      index === undefined ? { KeySchema } : GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index)
    const key = keyed?.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName
    if (key === undefined) throw new PolicyError(`${id} has no index ${index ?? ''}`)
    return key
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
  const partitionKeyOf = createPartitionKeys(id, {
    KeySchema,
    GlobalSecondaryIndexes: [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes],
  })
  const streamArn = StreamSpecification
    ? String(resolveTemplateValue({ 'Fn::GetAtt': [id, 'StreamArn'] }, stack))
    : undefined
  return { arn: getResourceArn(id, stack), streamArn, partitionKeyOf }
}

/** By ARN. */
export const readTemplateTables = (stack: TemplateStack): ReadonlyMap<string, TemplateTable> => {
  const own = new Map(
    Object.entries(stack.template.Resources)
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(([id, { Properties = {} }]) => {
        const table = readTable(id, Properties, stack)
        return [table.arn, table] as const
      }),
  )
  const restored = findRestoredTable(stack)
  return own.size > 0 || !restored ? own : new Map([[restored.arn, restored]])
}

/**
 * Not a resource of the stack: name and key are outputs, the stream is a function's event source, the shape is that of
 * the sources.
 */
export function findRestoredTable(stack: TemplateStack): (TemplateTable & { readonly keyArn: string }) | undefined {
  const { TableName, TableKey } = stack.template.Outputs ?? {}
  if (!TableName || !TableKey) return undefined
  const name = String(resolveTemplateValue(TableName.Value, stack))
  const { KeySchema, GlobalSecondaryIndexes } = describeTable(name)
  const streams = Object.values(stack.template.Resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
    .map(({ Properties }) => String(resolveTemplateValue(Properties?.['EventSourceArn'], stack)))
  return {
    arn: `arn:aws:dynamodb:${stack.region}:${stack.accountId}:table/${name}`,
    streamArn: streams.find((arn) => arn.includes(`:table/${name}/stream/`)),
    partitionKeyOf: createPartitionKeys(name, { KeySchema, GlobalSecondaryIndexes }),
    keyArn: String(resolveTemplateValue(TableKey.Value, stack)),
  }
}

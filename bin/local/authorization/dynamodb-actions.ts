import { PolicyError } from '../iam/policy-error.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import {
  type AttributeExpressions,
  type AttributeValueJson,
  listAttributeNames,
  readKeyText,
  readPartitionKeyValue,
} from './expression-names.ts'
import { type RequiredAction, presentKeys } from './required-action.ts'
import { listKeyUses } from './kms-actions.ts'
import type { CustomerKeys } from './template-encryption.ts'
import type { TemplateTable } from './template-tables.ts'

type Item = Readonly<Record<string, AttributeValueJson>>

interface ItemRequest extends AttributeExpressions {
  readonly TableName?: string
  readonly IndexName?: string
  readonly Key?: Item
  readonly Item?: Item
  readonly Select?: string
  readonly AttributesToGet?: readonly string[]
  readonly ReturnValues?: string
  readonly ReturnConsumedCapacity?: string
}

type TransactItem = Readonly<Partial<Record<'ConditionCheck' | 'Delete' | 'Get' | 'Put' | 'Update', ItemRequest>>>

interface DynamoDbRequest extends ItemRequest {
  readonly TransactItems?: readonly TransactItem[]
  readonly RequestItems?: Readonly<Record<string, BatchOfTable>>
  readonly StreamArn?: string
}

interface BatchRead extends AttributeExpressions {
  readonly Keys: readonly Item[]
  readonly AttributesToGet?: readonly string[]
}

type BatchOfTable =
  | BatchRead
  | readonly { readonly PutRequest?: { readonly Item: Item }; readonly DeleteRequest?: { readonly Key: Item } }[]

export interface DynamoDbAuthorizationContext {
  readonly stack: Pick<TemplateStack, 'region' | 'accountId'>
  readonly tables: ReadonlyMap<string, TemplateTable>
  readonly customerKeys: CustomerKeys
}

/** A request may name its table by name or ARN. */
const arnOfTable = (name: string | undefined, { stack }: DynamoDbAuthorizationContext): string => {
  if (!name) throw new PolicyError('a request without the name of its table')
  return name.startsWith('arn:') ? name : `arn:aws:dynamodb:${stack.region}:${stack.accountId}:table/${name}`
}

function partitionKeyOf(tableArn: string, { tables }: DynamoDbAuthorizationContext, index?: string): string {
  const table = tables.get(tableArn)
  if (!table) throw new PolicyError(`${tableArn} is not in the template`)
  return table.partitionKeyOf(index)
}

interface ItemUse {
  readonly action: string
  readonly resource: string
  readonly leadingKeys: readonly string[]
  readonly attributes: readonly string[]
  readonly request?: ItemRequest | undefined
  readonly enclosing?: string | undefined
}

const toAction = ({ action, resource, leadingKeys, attributes, request, enclosing }: ItemUse): RequiredAction => ({
  action: `dynamodb:${action}`,
  resource,
  keys: presentKeys({
    'dynamodb:LeadingKeys': leadingKeys.length > 0 ? [...new Set(leadingKeys)] : undefined,
    'dynamodb:Attributes': attributes.length > 0 ? [...new Set(attributes)] : undefined,
    'dynamodb:Select': request?.Select,
    'dynamodb:ReturnValues': request?.ReturnValues,
    'dynamodb:ReturnConsumedCapacity': request?.ReturnConsumedCapacity,
    'dynamodb:EnclosingOperation': enclosing === undefined ? undefined : [enclosing],
  }),
})

function toItemUse(
  action: string,
  request: ItemRequest,
  context: DynamoDbAuthorizationContext,
  enclosing?: string,
): ItemUse {
  const resource = arnOfTable(request.TableName, context)
  const item = request.Item ?? request.Key ?? {}
  return {
    action,
    resource,
    leadingKeys: [readKeyText(item[partitionKeyOf(resource, context)])],
    attributes: [...Object.keys(item), ...(request.AttributesToGet ?? []), ...listAttributeNames(request)],
    request,
    enclosing,
  }
}

/** DynamoDB's default of `Select` for a query or scan. */
const selectOf = ({ Select, ProjectionExpression, AttributesToGet, IndexName }: ItemRequest): string => {
  if (Select !== undefined) return Select
  if (ProjectionExpression !== undefined || AttributesToGet !== undefined) return 'SPECIFIC_ATTRIBUTES'
  return IndexName === undefined ? 'ALL_ATTRIBUTES' : 'ALL_PROJECTED_ATTRIBUTES'
}

function toSearchUse(action: 'Query' | 'Scan', request: ItemRequest, context: DynamoDbAuthorizationContext): ItemUse {
  const table = arnOfTable(request.TableName, context)
  const { IndexName } = request
  return {
    action,
    resource: IndexName === undefined ? table : `${table}/index/${IndexName}`,
    leadingKeys: action === 'Query' ? [readPartitionKeyValue(request, partitionKeyOf(table, context, IndexName))] : [],
    attributes: [...(request.AttributesToGet ?? []), ...listAttributeNames(request)],
    request: { ...request, Select: selectOf(request) },
  }
}

/** A batch is one action on each of its tables, with the keys of all its items. */
function toBatchUses(
  action: string,
  { RequestItems = {} }: DynamoDbRequest,
  context: DynamoDbAuthorizationContext,
): readonly ItemUse[] {
  return Object.entries(RequestItems).map(([name, batch]) => {
    const resource = arnOfTable(name, context)
    const partitionKey = partitionKeyOf(resource, context)
    const items =
      'Keys' in batch
        ? batch.Keys
        : batch.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {})
    const expressions = 'Keys' in batch ? [...(batch.AttributesToGet ?? []), ...listAttributeNames(batch)] : []
    return {
      action,
      resource,
      leadingKeys: items.map((item) => readKeyText(item[partitionKey])),
      attributes: [...items.flatMap((item) => Object.keys(item)), ...expressions],
    }
  })
}

const transactActions = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
} as const

/**
 * Each item separately, and all items per action and table together: AWS does not document which applies, so the
 * request has to pass both.
 */
function toTransactUses(
  enclosing: string,
  request: DynamoDbRequest,
  context: DynamoDbAuthorizationContext,
): readonly ItemUse[] {
  const each = (request.TransactItems ?? []).flatMap((part) =>
    Object.entries(part).map(([kind, item]) => {
      const action = transactActions[kind as keyof typeof transactActions]
      if (!action) throw new PolicyError(`${kind} in a transaction is not known`)
      return toItemUse(action, item, context, enclosing)
    }),
  )
  const byAction = Map.groupBy(each, ({ action, resource }) => `${action} ${resource}`)
  const together = [...byAction.values()]
    .filter(({ length }) => length > 1)
    .flatMap(([first, ...others]) =>
      first
        ? {
            ...first,
            leadingKeys: [first, ...others].flatMap(({ leadingKeys }) => leadingKeys),
            attributes: [first, ...others].flatMap(({ attributes }) => attributes),
          }
        : [],
    )
  return [...each, ...together]
}

/** DynamoDB uses the table's customer managed key with the caller's permissions. */
const openTable = (
  tableArn: string,
  { customerKeys, stack }: DynamoDbAuthorizationContext,
): readonly RequiredAction[] =>
  listKeyUses(customerKeys, {
    via: 'dynamodb',
    resource: tableArn,
    actions: ['Decrypt'],
    context: () => ({
      'aws:dynamodb:tableName': tableArn.split('/').at(-1) ?? '',
      'aws:dynamodb:subscriberId': stack.accountId,
    }),
  })

function withTableKeys(uses: readonly ItemUse[], context: DynamoDbAuthorizationContext): readonly RequiredAction[] {
  const tables = new Set(uses.map(({ resource }) => resource.replace(/\/index\/.*$/, '')))
  return [...uses.map(toAction), ...[...tables].flatMap((table) => openTable(table, context))]
}

/** The local server's stream labels and accounts differ; a table in the template has one stream. */
function toStreamArn(given: string | undefined, { tables }: DynamoDbAuthorizationContext): string {
  const name = /:table\/([^/]+)\/stream\//.exec(given ?? '')?.[1]
  const streamed = [...tables.values()].filter(({ streamArn }) => streamArn !== undefined)
  const found = given === undefined ? streamed : streamed.filter(({ arn }) => arn.endsWith(`:table/${name}`))
  const [table, ...others] = found
  if (!table?.streamArn || others.length > 0) throw new PolicyError(`no single stream of the template is ${given}`)
  return table.streamArn
}

const onStream =
  (action: string) =>
  (request: DynamoDbRequest, context: DynamoDbAuthorizationContext): readonly RequiredAction[] => {
    const resource = toStreamArn(request.StreamArn, context)
    return [{ action: `dynamodb:${action}`, resource }, ...openTable(resource.replace(/\/stream\/.*$/, ''), context)]
  }

type List = (request: DynamoDbRequest, context: DynamoDbAuthorizationContext) => readonly RequiredAction[]

const onItem =
  (action: string): List =>
  (request, context) =>
    withTableKeys([toItemUse(action, request, context)], context)
const onTable =
  (action: string): List =>
  (request, context) => [{ action: `dynamodb:${action}`, resource: arnOfTable(request.TableName, context) }]
const onAccount =
  (action: string): List =>
  () => [{ action: `dynamodb:${action}`, resource: '*' }]

/** Operations of the table and the stream API, without PartiQL. */
const operations: Readonly<Record<string, List>> = {
  GetItem: onItem('GetItem'),
  PutItem: onItem('PutItem'),
  UpdateItem: onItem('UpdateItem'),
  DeleteItem: onItem('DeleteItem'),
  Query: (request, context) => withTableKeys([toSearchUse('Query', request, context)], context),
  Scan: (request, context) => withTableKeys([toSearchUse('Scan', request, context)], context),
  BatchGetItem: (request, context) => withTableKeys(toBatchUses('BatchGetItem', request, context), context),
  BatchWriteItem: (request, context) => withTableKeys(toBatchUses('BatchWriteItem', request, context), context),
  TransactGetItems: (request, context) => withTableKeys(toTransactUses('TransactGetItems', request, context), context),
  TransactWriteItems: (request, context) =>
    withTableKeys(toTransactUses('TransactWriteItems', request, context), context),
  CreateTable: onTable('CreateTable'),
  UpdateTable: onTable('UpdateTable'),
  DeleteTable: onTable('DeleteTable'),
  DescribeTable: onTable('DescribeTable'),
  DescribeContinuousBackups: onTable('DescribeContinuousBackups'),
  DescribeTimeToLive: onTable('DescribeTimeToLive'),
  UpdateTimeToLive: onTable('UpdateTimeToLive'),
  ListTables: onAccount('ListTables'),
  ListStreams: onAccount('ListStreams'),
  DescribeStream: onStream('DescribeStream'),
  GetShardIterator: onStream('GetShardIterator'),
  // The iterator does not identify the stream.
  GetRecords: (_request, context) => onStream('GetRecords')({}, context),
}

export const authorizedDynamoDbOperations: readonly string[] = Object.keys(operations)

/** @throws PolicyError for an unknown operation */
export function listDynamoDbActions(
  operation: string,
  request: object,
  context: DynamoDbAuthorizationContext,
): readonly RequiredAction[] {
  const list = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  if (!list) throw new PolicyError(`the actions of dynamodb ${operation} are not known`)
  return list(request, context)
}

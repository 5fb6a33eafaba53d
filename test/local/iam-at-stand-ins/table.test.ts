import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizedDynamoDbOperations } from '../../../bin/local/authorization/dynamodb-actions.ts'
import { createSigningKeyLookup } from '../../../bin/local/authorization/signing-keys.ts'
import { createDynamoDbProxy } from '../../../bin/local/dynamodb-proxy.ts'
import { createDynamoTable, startLocalDynamoDb } from '../../../bin/local/dynamo.ts'
import { findArn, getFunctionRoleArn } from '../../lib/authorization.ts'
import {
  findDeniedAction,
  findMissedActions,
  createTemplateAuthorizer,
  operator,
  region,
  serve,
  type TemplateAuthorizer,
  withoutGrant,
} from './template-roles.ts'

const tableArn = findArn('AWS::DynamoDB::GlobalTable', 'DataTable')
const TableName = tableArn.split('/')[1] ?? ''
const [files, security, withdrawals] = [
  getFunctionRoleArn('files'),
  getFunctionRoleArn('security'),
  getFunctionRoleArn('withdrawals'),
]

let database: Awaited<ReturnType<typeof startLocalDynamoDb>>
const closing: (() => void)[] = []

async function openTable(authorizer: TemplateAuthorizer) {
  const { authorizeCall } = authorizer
  const key = createSigningKeyLookup({ region, service: 'dynamodb', operator, authorizeCall })
  const answer = createDynamoDbProxy({ endpoint: database.endpoint, key, authorizeCall })
  const { url, close } = await serve((request, response) => void answer(request, response))
  closing.push(close)
  const config = (roleArn?: string) => ({
    endpoint: url,
    region,
    credentials: roleArn === undefined ? operator : authorizer.credentialsOf(roleArn),
    maxAttempts: 1,
  })
  return {
    authorizer,
    as: (roleArn?: string) => new DynamoDBClient(config(roleArn)),
    streamsAs: (roleArn?: string) => new DynamoDBStreamsClient(config(roleArn)),
  }
}

let table: Awaited<ReturnType<typeof openTable>>
beforeAll(async () => {
  database = await startLocalDynamoDb()
  table = await openTable(createTemplateAuthorizer())
  await createDynamoTable(table.as(), TableName)
})
afterAll(async () => {
  for (const close of closing) close()
  await database.stop()
})

const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: '$a_1' } })
const put = (pk: string) => new PutItemCommand({ TableName, Item: keyOf(pk) })
const get = (pk: string) => new GetItemCommand({ TableName, Key: keyOf(pk) })
const query = (pk: string, index?: 'gsi1' | 'gsi2') =>
  new QueryCommand({
    TableName,
    ...(index && { IndexName: index }),
    KeyConditionExpression: '#pk = :pk and begins_with(#sk1, :sk1)',
    ExpressionAttributeNames: { '#pk': index ? `${index}pk` : 'pk', '#sk1': index ? `${index}sk` : 'sk' },
    ExpressionAttributeValues: { ':pk': { S: pk }, ':sk1': { S: '$a' } },
  })

const transaction = (...keys: string[]) =>
  new TransactWriteItemsCommand({ TransactItems: keys.map((pk) => ({ Put: { TableName, Item: keyOf(pk) } })) })
const guarded = (pk: string) =>
  new TransactWriteItemsCommand({
    TransactItems: [
      { Put: { TableName, Item: keyOf('$health#c_1') } },
      { ConditionCheck: { TableName, Key: keyOf(pk), ConditionExpression: 'attribute_not_exists(pk)' } },
    ],
  })

describe('a function', () => {
  test('reads and writes the items that it has declared', async () => {
    await table.as(files).send(put('$health#a_1'))

    await expect(table.as(files).send(get('$health#a_1'))).resolves.toMatchObject({ Item: keyOf('$health#a_1') })
    await expect(table.as(files).send(query('$health#a_1'))).resolves.toMatchObject({ Count: 1 })
  })

  test('is refused the items of others, in the words of AWS', async () => {
    await expect(table.as(withdrawals).send(get('$health#a_1'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`perform: dynamodb:GetItem on resource: ${tableArn} because no identity-based`),
    })
    expect(await findDeniedAction(table.as(withdrawals).send(query('$health#a_1')))).toBe('dynamodb:Query')
    expect(await findDeniedAction(table.as(files).send(put('$money#a_1')))).toBe('dynamodb:PutItem')
  })

  test('reads neither the whole table nor a batch with an item of others', async () => {
    const batch = (...keys: string[]) =>
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys.map(keyOf) } } })

    await expect(table.as(files).send(batch('$health#a_1', '$client#a_1'))).resolves.toHaveProperty('Responses')
    expect(await findDeniedAction(table.as(files).send(batch('$health#a_1', '$money#a_1')))).toBe(
      'dynamodb:BatchGetItem',
    )
    expect(await findDeniedAction(table.as(files).send(new ScanCommand({ TableName })))).toBe('dynamodb:Scan')
  })

  test('is refused a transaction for one item of others in it, and nothing of it is written', async () => {
    await table.as(files).send(transaction('$health#b_1', '$audit#b_1'))
    const refused = table.as(files).send(transaction('$health#b_2', '$money#b_2'))

    expect(await findDeniedAction(refused)).toBe('dynamodb:PutItem')
    await expect(table.as().send(get('$health#b_2'))).resolves.not.toHaveProperty('Item')
  })

  test('is refused a condition on an item that it may not read', async () => {
    await table.as(files).send(guarded('$client#c_1'))
    expect(await findDeniedAction(table.as(files).send(guarded('$money#c_1')))).toBe('dynamodb:ConditionCheckItem')
  })

  test('asks an index by the key of that index', async () => {
    await expect(table.as(security).send(query('$audit#a_1', 'gsi1'))).resolves.toMatchObject({ Count: 0 })
    await expect(table.as(security).send(query('$audit#a_1', 'gsi2'))).resolves.toMatchObject({ Count: 0 })
    for (const index of ['gsi1', 'gsi2'] as const)
      expect(await findDeniedAction(table.as(security).send(query('$money#a_1', index)))).toBe('dynamodb:Query')
  })

  test.for(['update', 'delete'] as const)('is denied the %s of an entry of the audit log', async (change) => {
    const Key = keyOf('$audit#a_1')
    const rewriting =
      change === 'delete'
        ? table.as(security).send(new DeleteItemCommand({ TableName, Key }))
        : table.as(security).send(new UpdateItemCommand({ TableName, Key, UpdateExpression: 'REMOVE detail' }))

    await expect(rewriting).rejects.toMatchObject({
      message: expect.stringContaining('with an explicit deny in an identity-based policy'),
    })
  })

  test('reads nothing without leave to open the key of the table', async () => {
    const locked = await openTable(createTemplateAuthorizer(withoutGrant('kms:Decrypt')))

    await expect(locked.as(files).send(get('$health#a_1'))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`perform: kms:Decrypt on resource: ${findArn('AWS::KMS::Key', 'DataKey')}`),
    })
  })
})

test('the key of the table opens the table alone', () => {
  const direct = { action: 'kms:Decrypt', resource: findArn('AWS::KMS::Key', 'DataKey') }

  expect(() => table.authorizer.authorizeCall.requireOfRole(files, [direct])).toThrow('kms:Decrypt')
  expect(() => table.authorizer.authorizeCall.requireOfRole(files, [{ ...direct, via: 's3' }])).toThrow('kms:Decrypt')
  expect(() => table.authorizer.authorizeCall.requireOfRole(files, [{ ...direct, via: 'dynamodb' }])).not.toThrow()
})

const Key = keyOf('$x#1')
const other = { TableName: 'other' }
const StreamArn = `${tableArn}/stream/2026-01-01T00:00:00.000`
const opening = 'kms:Decrypt'
const write = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'ConditionCheckItem' }

const needs: Readonly<Record<string, readonly [request: unknown, ...actions: string[]]>> = {
  GetItem: [get('$x#1'), 'dynamodb:GetItem', opening],
  PutItem: [put('$x#1'), 'dynamodb:PutItem', opening],
  UpdateItem: [new UpdateItemCommand({ TableName, Key }), 'dynamodb:UpdateItem', opening],
  DeleteItem: [new DeleteItemCommand({ TableName, Key }), 'dynamodb:DeleteItem', opening],
  Query: [query('$x#1', 'gsi2'), 'dynamodb:Query', opening],
  Scan: [new ScanCommand({ TableName }), 'dynamodb:Scan', opening],
  BatchGetItem: [
    new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }),
    'dynamodb:BatchGetItem',
    opening,
  ],
  BatchWriteItem: [
    new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
    'dynamodb:BatchWriteItem',
    opening,
  ],
  TransactGetItems: [
    new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] }),
    'dynamodb:GetItem',
    opening,
  ],
  TransactWriteItems: [
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName, Item: keyOf('$x#2') } },
        { Update: { TableName, Key: keyOf('$x#3'), UpdateExpression: 'REMOVE a' } },
        { Delete: { TableName, Key: keyOf('$x#4') } },
        { ConditionCheck: { TableName, Key: keyOf('$x#5'), ConditionExpression: 'attribute_not_exists(pk)' } },
      ],
    }),
    ...Object.values(write).map((name) => `dynamodb:${name}`),
    opening,
  ],
  CreateTable: [new CreateTableCommand({ TableName, KeySchema: [], AttributeDefinitions: [] }), 'dynamodb:CreateTable'],
  UpdateTable: [new UpdateTableCommand(other), 'dynamodb:UpdateTable'],
  DeleteTable: [new DeleteTableCommand(other), 'dynamodb:DeleteTable'],
  DescribeTable: [new DescribeTableCommand({ TableName }), 'dynamodb:DescribeTable'],
  DescribeContinuousBackups: [
    new DescribeContinuousBackupsCommand({ TableName }),
    'dynamodb:DescribeContinuousBackups',
  ],
  DescribeTimeToLive: [new DescribeTimeToLiveCommand({ TableName }), 'dynamodb:DescribeTimeToLive'],
  UpdateTimeToLive: [
    new UpdateTimeToLiveCommand({ ...other, TimeToLiveSpecification: { AttributeName: 'a', Enabled: true } }),
    'dynamodb:UpdateTimeToLive',
  ],
  ListTables: [new ListTablesCommand({}), 'dynamodb:ListTables'],
  ListStreams: [new ListStreamsCommand({}), 'dynamodb:ListStreams'],
  DescribeStream: [new DescribeStreamCommand({ StreamArn }), 'dynamodb:DescribeStream', opening],
  GetShardIterator: [
    new GetShardIteratorCommand({ StreamArn, ShardId: 'shardId-000000000000000000001', ShardIteratorType: 'LATEST' }),
    'dynamodb:GetShardIterator',
    opening,
  ],
  GetRecords: [new GetRecordsCommand({ ShardIterator: 'iterator' }), 'dynamodb:GetRecords', opening],
}

describe('each operation needs its actions and no others', () => {
  test('all of them are asked here', () => {
    expect(Object.keys(needs).toSorted()).toEqual([...authorizedDynamoDbOperations].toSorted())
  })

  test.for(Object.entries(needs))('%s', async ([name, [request, ...actions]]) => {
    const isOfStream = /Stream|Shard|Records/.test(name)
    const send = (role: string) =>
      isOfStream ? table.streamsAs(role).send(request as never) : table.as(role).send(request as never)

    expect(await findMissedActions(table.authorizer, actions, send)).toEqual([...actions, undefined])
  })

  test('one whose actions are not known is an error for every role', async () => {
    const statement = new ExecuteStatementCommand({ Statement: `SELECT * FROM "${TableName}"` })

    await expect(table.as(table.authorizer.makeRole(['dynamodb:*'])).send(statement)).rejects.toMatchObject({
      name: 'InternalServerError',
    })
  })
})

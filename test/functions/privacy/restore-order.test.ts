import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListTagsOfResourceCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { createClients } from '../../../bin/deploy/clients.ts'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import type { Tools } from '../../../bin/deploy/tools.ts'
import { createDynamoTable } from '../../../bin/local/dynamo.ts'
import { restoreStage } from '../../../bin/restore/restore-stage.ts'
import { startTestS3, testBucket } from '../../local/s3/start-test-s3.ts'
import { createTableClient } from '../../support/table.ts'

const AT = '2026-11-23T09:00:00Z'
const recovery = 'recuperacion'

function createNotedTableClient(done: string[]): DynamoDBClient {
  const client = createTableClient()
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        done.push(commandName)
        return next(args)
      },
    { step: 'initialize', name: 'noted' },
  )
  return client
}

function createNotedCloud(done: string[]) {
  const cloud = createClients('eu-west-1')
  const note = (command: string) => async () => void done.push(command) as unknown as object
  const dynamodb = mockClient(cloud.dynamodb)
  dynamodb
    .on(DescribeTableCommand)
    .resolves({ Table: { TableStatus: 'ACTIVE', TableArn: 'arn:restored', LatestStreamArn: 'arn:stream' } })
  dynamodb.on(DescribeTimeToLiveCommand).resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED' } })
  dynamodb.on(ListTagsOfResourceCommand).resolves({ Tags: [] })
  dynamodb.on(UpdateTableCommand).callsFake(note('UpdateTable'))
  dynamodb.on(UpdateContinuousBackupsCommand).callsFake(note('UpdateContinuousBackups'))
  dynamodb.on(TagResourceCommand).callsFake(note('TagResource'))
  return { cloud, dynamodb }
}

async function aRestoredTable() {
  const source = `test-${crypto.randomUUID()}`
  const done: string[] = []
  const { cloud, dynamodb } = createNotedCloud(done)
  const name = `${source}-at-20261123T090000Z`
  await createDynamoTable(createTableClient(), name, { streamed: false })
  const data = openDatabase(createTableConnection(name, createTableClient()))
  const customerId = 'cus_00000000-0000-4000-8000-000000000001'
  const createdAt = '2026-10-01T08:00:00.000Z'
  await data.customers.put({ customerId, name: 'Lucía Ferrer', email: 'lucia@correo.test', createdAt }).go()
  const s3 = await startTestS3({ buckets: [testBucket, recovery] })
  const record = { what: 'person', customerId, recordedAt: '2026-11-24T09:00:00.000Z' }
  await s3.client.send(
    new PutObjectCommand({ Bucket: recovery, Key: `erasures/person/${customerId}.json`, Body: JSON.stringify(record) }),
  )
  const outputs = { TableName: source, FilesBucket: testBucket, RecoveryBucket: recovery, UserPoolId: 'pool' }
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
  mockClient(cloud.cloudFormation)
    .on(DescribeStacksCommand)
    .resolves({
      Stacks: [
        { StackName: 'HabitatInterior-prod', CreationTime: new Date(0), StackStatus: 'UPDATE_COMPLETE', Outputs },
      ],
    })
  const tools = {
    clients: { ...cloud, s3: s3.client },
    createTableClient: () => createNotedTableClient(done),
    say: vi.fn<(text: string) => void>(),
  } as unknown as Tools
  const run = () => restoreStage(chooseDeployment('prod'), ['table', '--at', AT], tools)
  return { run, done, dynamodb, readCustomer: async () => (await data.customers.get({ customerId }).go()).data }
}

test('LIM-13 A-50 nothing of a restored table is recoverable while the erased are in it', async () => {
  const { run, done, readCustomer } = await aRestoredTable()

  await run()

  expect(await readCustomer()).toBeNull()
  const lastRemoval = done.findLastIndex((command) => /Delete|Transact|BatchWrite/.test(command))
  expect(lastRemoval).toBeGreaterThan(-1)
  expect(done.indexOf('UpdateContinuousBackups')).toBeGreaterThan(lastRemoval)
})

test('a run that is cut off before recovery is on leaves a table that is not put to use, and a second one ends with both', async () => {
  const { run, done, dynamodb } = await aRestoredTable()
  dynamodb
    .on(UpdateContinuousBackupsCommand)
    .rejectsOnce(new Error('cut off'))
    .callsFake(async () => void done.push('UpdateContinuousBackups'))

  await expect(run()).rejects.toThrow('cut off')

  expect(done).not.toContain('TagResource')
  await run()
  expect(done.slice(-2)).toEqual(['UpdateContinuousBackups', 'TagResource'])
})

import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  InvalidRestoreTimeException,
  ListTagsOfResourceCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../../bin/deploy/commands.ts'
import { createTools } from '../../../bin/deploy/tools.ts'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import { removeReplacedTable } from '../../../bin/restore/remove-table.ts'
import { configuredStage, createTestClients } from '../deploy/context.ts'

const dynamodb = mockClient(DynamoDBClient)
const cloudFormation = mockClient(CloudFormationClient)
const s3 = mockClient(S3Client)

const OWN = 'HabitatInterior-prod-DataTable-1'
const IN_USE = `${OWN}-at-20261123T090000Z`
const AT = '2026-11-20T09:00:00Z'
const RESTORED = `${OWN}-at-20261120T090000Z`
const restoredTable = { name: RESTORED, streamLabel: 'label' }
const metadata = { $metadata: {}, message: '' }

interface FakeTable {
  readonly description: TableDescription
  tags: Record<string, string>
  /** Answers of DescribeTable until an update shows; the first one lags, the others say UPDATING. */
  answersLeft: number
  after?: Partial<TableDescription>
}
const tables = new Map<string, FakeTable>()

function addTable(TableName: string, more: Partial<TableDescription> = {}, tags: Record<string, string> = {}): void {
  const description = { TableName, TableArn: `arn:${TableName}`, TableStatus: 'ACTIVE' as const, ...more }
  tables.set(TableName, { description, tags, answersLeft: 0 })
}

function requireTable(name = ''): FakeTable {
  const table = tables.get(name.replace('arn:', ''))
  if (!table) throw new ResourceNotFoundException(metadata)
  return table
}

function requireSettledTable(name?: string): FakeTable {
  const table = requireTable(name)
  if (table.after) throw new ResourceInUseException(metadata)
  return table
}

function describeTable(name?: string): TableDescription {
  const table = requireTable(name)
  if (!table.after) return table.description
  table.answersLeft--
  if (table.answersLeft > 0)
    return { ...table.description, TableStatus: table.answersLeft === 2 ? 'ACTIVE' : 'UPDATING' }
  Object.assign(table.description, table.after)
  delete table.after
  return table.description
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const client of [dynamodb, cloudFormation, s3]) client.reset()
  tables.clear()
  s3.on(ListObjectsV2Command).resolves({})
  const outputs = { TableName: IN_USE, FilesBucket: 'files', RecoveryBucket: 'recovery', UserPoolId: 'pool' }
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
  const stack = {
    StackName: 'HabitatInterior-prod',
    CreationTime: new Date(0),
    StackStatus: 'UPDATE_COMPLETE',
  } as const
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, Outputs }] })
  dynamodb
    .on(DescribeTableCommand)
    .callsFake(({ TableName }) => ({ Table: describeTable(TableName) }))
    .on(UpdateTableCommand)
    .callsFake(({ TableName, StreamSpecification, DeletionProtectionEnabled }) => {
      const stream = { LatestStreamArn: 'arn:stream', LatestStreamLabel: 'label' }
      const after = StreamSpecification ? stream : { DeletionProtectionEnabled }
      Object.assign(requireSettledTable(TableName), { answersLeft: 3, after })
    })
    .on(DeleteTableCommand)
    .callsFake(({ TableName }) => {
      if (requireSettledTable(TableName).description.DeletionProtectionEnabled) throw new Error('protected')
      tables.delete(TableName)
    })
    .on(RestoreTableToPointInTimeCommand)
    .callsFake(({ SourceTableName, TargetTableName }) => {
      if (SourceTableName === IN_USE) throw new InvalidRestoreTimeException(metadata)
      addTable(TargetTableName)
    })
    .on(ListTagsOfResourceCommand)
    .callsFake(({ ResourceArn }) => ({
      Tags: Object.entries(requireTable(ResourceArn).tags).map(([Key, Value]) => ({ Key, Value })),
    }))
    .on(TagResourceCommand)
    .callsFake(({ ResourceArn, Tags }) => {
      for (const { Key, Value } of Tags) requireTable(ResourceArn).tags[Key] = Value
    })
  for (const command of [DescribeTimeToLiveCommand, UpdateTimeToLiveCommand, UpdateContinuousBackupsCommand])
    dynamodb.on(command as never).resolves({})
  const protectedTable = { DeletionProtectionEnabled: true, LatestStreamArn: 'arn:stream', LatestStreamLabel: 'label' }
  addTable(OWN, protectedTable, { stage: 'prod' })
  addTable(IN_USE, protectedTable, { stage: 'prod', 'erasures-reapplied-at': '2026-11-23T10:00:00Z', replaces: OWN })
})
afterEach(() => void vi.useRealTimers())

/** @returns what it said, the error as last */
async function restore(...words: readonly string[]): Promise<readonly string[]> {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const openTools = (region: string) => ({ ...createTools(region), clients: createTestClients(), say })
  const run = runCommand(['restore', 'prod', ...words], openTools).catch((error: Error) => say(error.message))
  await vi.runAllTimersAsync()
  await run
  return said
}

describe('`npm run restore -- prod remove-table`', () => {
  test('deletes once DynamoDB has ended the update that takes the protection away', async () => {
    expect(await restore('remove-table', OWN, '--yes')).toEqual([
      `Borrada ${OWN}. DynamoDB guarda una copia durante 35 días.`,
    ])
    expect([...tables.keys()]).toEqual([IN_USE])
  })

  test('goes on where it was cut off: with the protection on its way out, or off', async () => {
    Object.assign(requireTable(OWN), { answersLeft: 2, after: { DeletionProtectionEnabled: false } })
    await restore('remove-table', OWN, '--yes')
    expect(tables.has(OWN)).toBe(false)

    addTable(RESTORED)
    await restore('remove-table', RESTORED, '--yes')
    expect(tables.has(RESTORED)).toBe(false)
  })

  test.each([IN_USE, 'HabitatInterior-production-Orders', 'another'])('refuses %s', async (name) => {
    addTable(name)

    expect((await restore('remove-table', name, '--yes')).at(-1)).toContain(name)
    expect(tables.has(name)).toBe(true)
  })

  test.each([
    ['of a stage whose name begins with this one', { application: 'habitat-interior', stage: 'prod-eu' }],
    ['of another product', { application: 'another', stage: 'prod' }],
    ['that says of no stage', {}],
  ])('refuses a table %s, though its name begins like ours', async (_, tags) => {
    addTable('HabitatInterior-prod-eu-DataTable-1', {}, tags)

    expect(await restore('remove-table', 'HabitatInterior-prod-eu-DataTable-1', '--yes')).toEqual([
      'HabitatInterior-prod-eu-DataTable-1 no es una tabla de prod.',
    ])
    expect(tables.has('HabitatInterior-prod-eu-DataTable-1')).toBe(true)
  })

  test('deletes what an earlier life of the stage has left, which bears its tags', async () => {
    addTable('HabitatInterior-prod-DataTable-0', {}, { application: 'habitat-interior', stage: 'prod' })

    await restore('remove-table', 'HabitatInterior-prod-DataTable-0', '--yes')

    expect([...tables.keys()]).toEqual([OWN, IN_USE])
  })

  test('refuses the table that the next deployment is to work with', async () => {
    addTable(RESTORED, {}, { replaces: IN_USE })
    const deployment = { ...chooseDeployment('prod'), stage: { ...configuredStage, restoredTable } }
    const tools = { ...createTools('eu-west-1'), clients: createTestClients() }

    await expect(removeReplacedTable(deployment, [RESTORED, '--yes'], tools)).rejects.toThrow('lib/stages.ts')

    expect(tables.has(RESTORED)).toBe(true)
  })
})

describe('a moment that was chosen too late', () => {
  test('is not reached from the restored table, and the refusal says from which', async () => {
    expect((await restore('table', '--at', AT)).at(-1)).toContain(`«--from ${OWN}»`)
  })

  test('is corrected from the table that was replaced; what comes of it may replace the one in use, and is ready for it', async () => {
    expect((await restore('table', '--at', AT, '--from', OWN)).join('\n')).toContain(
      `restoredTable: { name: '${RESTORED}', streamLabel: 'label' },`,
    )
    expect(tables.get(RESTORED)).toMatchObject({
      tags: { stage: 'prod', replaces: IN_USE, 'erasures-reapplied-at': expect.any(String) },
    })
  })

  test('takes no table of another stage, which holds data of others', async () => {
    addTable('HabitatInterior-dev-DataTable-1')

    expect(await restore('table', '--at', AT, '--from', 'HabitatInterior-dev-DataTable-1')).toEqual([
      'HabitatInterior-dev-DataTable-1 no es una tabla de prod.',
    ])
  })

  test('is no reason to take a table of that second which was in use since', async () => {
    addTable(RESTORED, {}, { 'erasures-reapplied-at': AT, replaces: OWN })

    expect((await restore('table', '--at', AT, '--from', OWN)).at(-1)).toContain('elige otro segundo')
  })
})

test('a table that is in use is erased from once more, and goes on saying what it has replaced', async () => {
  await restore('table', '--at', '2026-11-23T09:00:00Z')

  expect(tables.get(IN_USE)?.tags).toEqual({
    stage: 'prod',
    replaces: OWN,
    'erasures-reapplied-at': expect.not.stringContaining('2026-11-23T10:00:00Z'),
  })
  expect(dynamodb.commandCalls(UpdateTableCommand)).toEqual([])
})

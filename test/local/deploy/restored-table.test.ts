import { readFileSync } from 'node:fs'
import {
  DescribeTableCommand,
  DynamoDBClient,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkRestoredTable, UNREAD_STREAM_HOURS } from '../../../bin/deploy/checks/restored-table.ts'
import { configuredStage, createCheckContext, outputs } from './context.ts'

const dynamodb = mockClient(DynamoDBClient)
const s3 = mockClient(S3Client)
beforeEach(() => {
  dynamodb.reset()
  s3.reset()
})

const RESTORED = 'table-at-20261123T090000Z'
const LABEL = '2026-11-23T10:00:00.000'
const EARLIER = 'table-at-20261101T090000Z'

interface Restored {
  /** Name of the deployed stage's table. */
  readonly inUse: string
  readonly streamLabel?: string
  readonly tags?: Readonly<Record<string, string>>
  /** The age in days of each table that is there besides. */
  readonly others?: Readonly<Record<string, number>>
  readonly daysOld?: number
  /** When the stream of the restored table was opened. */
  readonly streamHours?: number
}

const reappliedAt = { 'erasures-reapplied-at': '2026-11-23T10:30:00.000Z' }
const aged = (TableName: string, days: number) => ({
  TableName,
  TableArn: `arn:${TableName}`,
  CreationDateTime: new Date(Date.now() - days * 86_400_000),
})

/** A stage with a restored table; somebody was erased after the tag was set. */
function askAboutRestored({
  inUse,
  streamLabel,
  tags,
  others = { table: 400 },
  daysOld = 0,
  streamHours = 19,
}: Restored) {
  const restoredTable = { name: RESTORED, streamLabel: LABEL }
  const restored = { ...aged(RESTORED, daysOld), LatestStreamLabel: streamLabel ?? LABEL }
  const openedAt = new Date(Date.now() - streamHours * 3_600_000).toISOString()
  const tables = [restored, ...Object.entries(others).map(([name, days]) => aged(name, days))]
  const [first = '', ...rest] = ['another-application', ...tables.map(({ TableName }) => TableName)].toSorted()
  dynamodb
    .on(ListTablesCommand)
    .resolves({ TableNames: [first], LastEvaluatedTableName: first })
    .on(ListTablesCommand, { ExclusiveStartTableName: first })
    .resolves({ TableNames: rest })
    .on(DescribeTableCommand)
    .rejects(new ResourceNotFoundException({ $metadata: {}, message: '' }))
    .on(ListTagsOfResourceCommand)
    .resolves({ Tags: [{ Key: 'stage', Value: 'prod' }], NextToken: 'second' })
    .on(ListTagsOfResourceCommand, { ResourceArn: restored.TableArn, NextToken: 'second' })
    .resolves({
      Tags: Object.entries({ 'stream-opened-at': openedAt, ...(tags ?? { ...reappliedAt, replaces: 'table' }) }).map(
        ([Key, Value]) => ({ Key, Value }),
      ),
    })
  for (const table of tables)
    dynamodb.on(DescribeTableCommand, { TableName: table.TableName }).resolves({ Table: table })
  s3.on(ListObjectsV2Command).resolves({
    Contents: [{ Key: 'erasures/person/cus_1.json', LastModified: new Date('2026-11-30T10:00:00.000Z') }],
  })
  const deployed = { stackId: 'id', status: 'UPDATE_COMPLETE', outputs: { ...outputs, TableName: inUse } }
  return checkRestoredTable(createCheckContext({ stage: { ...configuredStage, restoredTable }, deployed }))
}

/** A stage that works with its own table, `table`, 400 days old. */
function askAboutOwn(others: Readonly<Record<string, number>>) {
  const tables = Object.entries({ table: 400, ...others }).map(([name, days]) => aged(name, days))
  dynamodb
    .on(ListTablesCommand)
    .resolves({ TableNames: ['another-application', ...tables.map(({ TableName }) => TableName)] })
  for (const table of tables)
    dynamodb.on(DescribeTableCommand, { TableName: table.TableName }).resolves({ Table: table })
  const own = { logicalId: 'DataTable', physicalId: 'table', type: 'AWS::DynamoDB::GlobalTable' }
  const listResources = async () => [{ ...own, status: 'CREATE_COMPLETE', reason: '' }]
  return checkRestoredTable(createCheckContext({ listResources }))
}

describe('a stage that works with its own table', () => {
  test.for([
    [{}, 'ready', 'usa su propia tabla'],
    [{ [EARLIER]: 19 }, 'ready', 'usa su propia tabla'],
    [{ [EARLIER]: 21 }, 'due', `${EARLIER} (21 días): «npm run restore -- prod remove-table ${EARLIER}»`],
    // Each from when it was made: nobody was erased from either since.
    [{ [EARLIER]: 30, 'table-at-20261124T090000Z': 5 }, 'due', ` ${EARLIER} (30 días): `],
  ] as const)(
    'LIM-13 beside %o, which were restored and never put to use, is %s: the erased are not in them for long',
    async ([others, state, words]) => {
      expect(await askAboutOwn(others)).toEqual({ state, sentence: expect.stringContaining(words) })
    },
  )

  test('is deployed also by a role that may not list tables', async () => {
    const asked = askAboutOwn({})
    dynamodb.on(ListTablesCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDeniedException' }))

    expect(await asked).toEqual({ state: 'due', sentence: expect.stringContaining('(AccessDeniedException)') })
  })
})

describe('a restored table', () => {
  const inUse = RESTORED

  test('is not put to use while it holds somebody who was erased since', async () => {
    expect(await askAboutRestored({ inUse: 'table' })).toEqual({
      state: 'blocked',
      sentence: expect.stringContaining('se ha borrado a alguien más (1)'),
    })
  })

  test('is not put to use when what was written at the repeated erasures would leave its stream unread', async () => {
    expect(await askAboutRestored({ inUse: 'table', streamHours: 21 })).toEqual({
      state: 'blocked',
      sentence: expect.stringMatching(/hace más de 20 horas.* Restaura otro segundo.* remove-table table-at-/),
    })
    const page = readFileSync('docs/runbooks/restore.md', 'utf8').replaceAll(/\s+/g, ' ')
    expect(page).toContain(`within ${UNREAD_STREAM_HOURS} hours of step 2`)
  })

  test('of an earlier restoration does not take the place of the one in use, which has the newer data', async () => {
    const newer = 'table-at-20261128T090000Z'

    expect(await askAboutRestored({ inUse: newer, others: { table: 400, [newer]: 1 } })).toEqual({
      state: 'blocked',
      sentence: expect.stringContaining(`para sustituir a table, y prod trabaja con ${newer}`),
    })
  })

  test('that is in use is erased from like any other, and hinders no deployment', async () => {
    expect(await askAboutRestored({ inUse, streamHours: 500 })).toMatchObject({ state: 'ready' })
  })

  test.for([
    [19, { table: 400 }, 'ready', 'trabaja ya con'],
    [21, { table: 400 }, 'due', 'table (21 días): «npm run restore -- prod remove-table table»'],
    [21, {}, 'ready', 'trabaja ya con'],
    [21, { 'table-unstreamed': 400 }, 'ready', 'trabaja ya con'],
    // The one in between is gone, or was replaced a day ago.
    [1, { table: 400, [EARLIER]: 30 }, 'due', ' table (30 días): '],
    [25, { table: 400, [EARLIER]: 30 }, 'due', `; ${EARLIER} (25 días): `],
    // Restored and never put to use, each counted from when it was made.
    [60, { 'table-at-20261124T090000Z': 21, 'table-at-20261125T090000Z': 3 }, 'due', ' table-at-20261124T090000Z (21 '],
    [60, { 'table-at-20261124T090000Z': 21 }, 'due', ' table-at-20261124T090000Z (21 días): '],
  ] as const)(
    'that was made %i days ago, beside %o, is %s: people who are erased are in no other for long',
    async ([daysOld, others, state, words]) => {
      expect(await askAboutRestored({ inUse, daysOld, others })).toEqual({
        state,
        sentence: expect.stringContaining(words),
      })
    },
  )

  test('that is in use is deployed with also by a role that may not list tables', async () => {
    const denied = Object.assign(new Error('no'), { name: 'AccessDeniedException' })
    const asked = askAboutRestored({ inUse })
    dynamodb.on(ListTablesCommand).rejects(denied)

    expect(await asked).toEqual({ state: 'due', sentence: expect.stringContaining('(AccessDeniedException)') })
  })

  test('that is in use still needs its label, and to have been erased from before', async () => {
    expect((await askAboutRestored({ inUse, streamLabel: 'another' })).sentence).toContain('El flujo')
    expect(await askAboutRestored({ inUse, tags: { replaces: 'table' } })).toMatchObject({ state: 'blocked' })
  })
})

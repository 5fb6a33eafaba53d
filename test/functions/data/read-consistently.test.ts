import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { openDatabase } from '#data/database'
import { type TableEntities, createTableEntities } from '#data/entities'
import type { EntityKind } from '#data/key-prefixes'
import { EVENTUALLY_CONSISTENT } from '#data/read-consistently'
import { createTableConnection } from '#data/table'
import { createEmptyTable, createTableClient } from '../../support/table.ts'

interface Schema {
  readonly attributes: Readonly<Record<string, { readonly type: string | readonly string[] }>>
  readonly indexes: Readonly<
    Record<string, { readonly index?: string; readonly pk: { readonly composite: readonly string[] } }>
  >
}
interface Query {
  readonly go: (options?: object) => Promise<unknown>
}

const schemaOf = (entity: TableEntities[EntityKind]) => entity.schema as unknown as Schema

const queries = Object.entries(createTableEntities({ table: '-' })).flatMap(([kind, entity]) =>
  Object.entries(schemaOf(entity).indexes).map(([name, { index }]) => ({ kind: kind as EntityKind, name, index })),
)

async function recordedDatabase() {
  const { table } = await createEmptyTable()
  const sent: Record<string, unknown>[] = []
  const record = (client: DynamoDBClient) => {
    client.middlewareStack.add(
      (next) => (args) => {
        sent.push(JSON.parse(String((args.request as { body: unknown }).body)) as Record<string, unknown>)
        return next(args)
      },
      { step: 'finalizeRequest', name: 'record' },
    )
    return client
  }
  return { table, sent, data: openDatabase(createTableConnection(table, record(createTableClient()))) }
}

const valueOf = (type: string | readonly string[]) => {
  if (Array.isArray(type)) return type[0] as unknown
  return type === 'number' ? 1 : 'x'
}

test.for(queries)('$kind.$name reads what was just written, unless it asks an index', async ({ kind, name, index }) => {
  const { data, sent } = await recordedDatabase()
  const { attributes, indexes } = schemaOf(data[kind])
  const key = Object.fromEntries(
    (indexes[name]?.pk.composite ?? []).map((attribute) => [attribute, valueOf(attributes[attribute]?.type ?? '')]),
  )
  const query = data[kind].query as unknown as Readonly<Record<string, (key: object) => Query>>

  await query[name]?.(key).go()

  expect(sent.map(({ IndexName, ConsistentRead }) => ({ IndexName, ConsistentRead }))).toEqual([
    { IndexName: index, ConsistentRead: index === undefined ? true : undefined },
  ])
})

test('one item and several by their keys are read as they were just written', async () => {
  const { data, table, sent } = await recordedDatabase()

  await data.users.get({ userId: 'usr_1' }).go()
  await data.users.get([{ userId: 'usr_1' }, { userId: 'usr_2' }]).go()

  expect(sent).toMatchObject([{ ConsistentRead: true }, { RequestItems: { [table]: { ConsistentRead: true } } }])
})

test('a list that may lag says so', async () => {
  const { data, sent } = await recordedDatabase()

  await data.searchLines.query.byShard({ shard: 0 }).go(EVENTUALLY_CONSISTENT)

  expect(sent).toMatchObject([{ ConsistentRead: false }])
})

import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import { createDynamoTable, dropDynamoTable, type TableDescription } from './dynamo.ts'
import { castJsonValue } from './json-protocol.ts'

const LAG_MS = 1000
/** Limits of BatchGetItem and BatchWriteItem. */
const MAX_READ = 100
const MAX_WRITTEN = 25

type Item = Record<string, AttributeValue>
interface ItemKey {
  readonly pk: AttributeValue
  readonly sk: AttributeValue
}

interface Written {
  readonly at: number
  readonly key: ItemKey
  /** Undefined if deleted. */
  readonly item: Item | undefined
}

interface LaggingIndexesParts {
  /** A client of the server itself, bypassing the proxy. */
  readonly client: DynamoDBClient
  readonly table: TableDescription
  readonly now: () => Date
}

/**
 * Global secondary indexes that lag by a second of the product's clock: their queries go to a second table, which gets
 * each write a second later.
 */
export function createLaggingIndexes({ client, table, now }: LaggingIndexesParts) {
  const name = table.TableName
  const copy = `${name}-lagging`
  let isOn = false
  let recorded: Written[] | undefined
  let work: Promise<unknown> = Promise.resolve()
  const inTurn = async (step: () => Promise<void>): Promise<void> => {
    const before = work
    const done = (async () => {
      await before
      await step()
    })()
    work = done.catch(() => undefined)
    await done
  }
  const write = async (requests: readonly WriteRequest[]): Promise<void> => {
    for (let from = 0; from < requests.length; from += MAX_WRITTEN) {
      const RequestItems = { [copy]: requests.slice(from, from + MAX_WRITTEN) }
      await client.send(new BatchWriteItemCommand({ RequestItems }))
    }
  }
  const begin = async (): Promise<void> => {
    recorded = []
    await dropDynamoTable(client, copy)
    await createDynamoTable(client, { ...table, TableName: copy, StreamSpecification: { StreamEnabled: false } })
    for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
      await write(Items.map((Item) => ({ PutRequest: { Item } })))
    }
    isOn = true
  }
  const end = async (): Promise<void> => {
    isOn = false
    recorded = undefined
    await dropDynamoTable(client, copy)
  }
  const catchUp = async (): Promise<void> => {
    const until = now().getTime() - LAG_MS
    const due = new Map<string, WriteRequest>()
    for (const { at, key, item } of (recorded ?? []).toSorted((a, b) => a.at - b.at)) {
      if (at <= until)
        due.set(JSON.stringify(key), item ? { PutRequest: { Item: item } } : { DeleteRequest: { Key: { ...key } } })
    }
    recorded = recorded?.filter(({ at }) => at > until)
    await write([...due.values()])
  }
  return {
    set: (on: boolean): Promise<void> => inTurn(on ? begin : end),
    note: async (operation: string, body: Buffer): Promise<void> => {
      if (!recorded) return
      const at = now().getTime()
      const keys = listWrittenKeys(operation, body, name)
      const items = await readItems(client, name, keys)
      for (const key of keys) recorded?.push({ at, key, item: items.get(JSON.stringify(key)) })
    },
    route: async (operation: string, body: Buffer): Promise<Buffer> => {
      if (!isOn || !['Query', 'Scan'].includes(operation)) return body
      const request = castJsonValue<{ TableName?: string; readonly IndexName?: string }>(
        JSON.parse(body.toString('utf8')),
      )
      if (!request.IndexName || request.TableName !== name) return body
      await inTurn(catchUp)
      return Buffer.from(JSON.stringify({ ...request, TableName: copy }))
    },
  }
}
export type LaggingIndexes = ReturnType<typeof createLaggingIndexes>

interface Place {
  readonly TableName?: string
  readonly Item?: Item
  readonly Key?: Item
}
interface WriteBody extends Place {
  readonly TransactItems?: readonly Readonly<Record<string, Place>>[]
  readonly RequestItems?: Readonly<Record<string, readonly Readonly<Record<string, Place>>[]>>
}

function listWrittenKeys(operation: string, body: Buffer, table: string): readonly ItemKey[] {
  const { TransactItems = [], RequestItems = {}, ...single } = castJsonValue<WriteBody>(JSON.parse(body.toString()))
  const inBatch = Object.entries(RequestItems).flatMap(([TableName, requests]) =>
    requests.flatMap((request) => Object.values(request).map((place) => ({ ...place, TableName }))),
  )
  const places = /^(Put|Update|Delete)Item$/.test(operation)
    ? [single]
    : [...TransactItems.flatMap(({ Put, Update, Delete }) => [Put ?? Update ?? Delete ?? {}]), ...inBatch]
  return places
    .filter(({ TableName }) => TableName === table)
    .flatMap(({ Item, Key = Item }) => (Key?.['pk'] && Key['sk'] ? [{ pk: Key['pk'], sk: Key['sk'] }] : []))
}

async function readItems(client: DynamoDBClient, table: string, keys: readonly ItemKey[]): Promise<Map<string, Item>> {
  const items = new Map<string, Item>()
  for (let from = 0; from < keys.length; from += MAX_READ) {
    const Keys = keys.slice(from, from + MAX_READ).map((key) => ({ ...key }))
    const { Responses = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    )
    for (const item of Responses[table] ?? []) {
      const { pk, sk } = item
      items.set(JSON.stringify({ pk, sk }), item)
    }
  }
  return items
}

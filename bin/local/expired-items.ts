import { DeleteItemCommand, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb'

interface ExpiringTable {
  readonly client: DynamoDBClient
  readonly name: string
  /** Seconds since 1970 after which an item may be deleted. */
  readonly attribute: string
}

const EVERY_MS = 10 * 60_000

export async function deleteExpiredItems({ client, name, attribute }: ExpiringTable, now: number): Promise<number> {
  const condition = {
    ExpressionAttributeNames: { '#until': attribute },
    ExpressionAttributeValues: { ':now': { N: `${Math.floor(now / 1000)}` } },
  }
  const scan = { TableName: name, ...condition, FilterExpression: '#until < :now' }
  let deleted = 0
  for await (const { Items = [] } of paginateScan({ client }, scan)) {
    for (const { pk, sk } of Items) {
      if (!pk || !sk) throw new Error(`an item of ${name} without a key`)
      await client.send(
        new DeleteItemCommand({ TableName: name, Key: { pk, sk }, ...condition, ConditionExpression: '#until < :now' }),
      )
      deleted += 1
    }
  }
  return deleted
}

/** DynamoDB's TTL deletion, by the real clock and with a delay; AWS promises a few days. */
export function startExpiry(table: ExpiringTable): { readonly stop: () => void } {
  const sweep = () =>
    deleteExpiredItems(table, Date.now()).catch((error: unknown) => console.error('expired items', error))
  const timer = setInterval(() => void sweep(), EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

import type { DynamoDBClient, ServiceInputTypes } from '@aws-sdk/client-dynamodb'

/** For `go`: lists of thousands of items that may miss the last second, at half the price. */
export const EVENTUALLY_CONSISTENT = { params: { ConsistentRead: false } } as const

const READS = new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'])

function toConsistent(input: ServiceInputTypes): ServiceInputTypes {
  if (!('RequestItems' in input)) return { ConsistentRead: true, ...input }
  const tables = Object.entries(input.RequestItems ?? {})
  return {
    ...input,
    RequestItems: Object.fromEntries(tables.map(([table, keys]) => [table, { ConsistentRead: true, ...keys }])),
  }
}

/**
 * Makes every read of the table itself strongly consistent: decisions about sessions, money and consent need the latest
 * writes, and no test notices a read that forgets it. Indexes refuse it (a ValidationException), and lag.
 */
export function readConsistently(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const readsTable = READS.has(commandName) && !('IndexName' in args.input && args.input.IndexName)
        return next(readsTable ? { ...args, input: toConsistent(args.input) } : args)
      },
    { step: 'serialize', priority: 'high', name: 'readConsistently', override: true },
  )
  return client
}

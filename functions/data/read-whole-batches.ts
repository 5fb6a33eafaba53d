import { setTimeout as pause } from 'node:timers/promises'
import type { BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb'

const PAUSES_MS = [20, 40, 80, 160, 320, 640]

/**
 * Repeats a BatchGetItem for keys that DynamoDB has not processed (throttled, or beyond 16 MB). They are returned
 * separately; ignoring them would make existing items look missing.
 * @throws Error when some stay unread
 */
export function readWholeBatches(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        let result = await next(args)
        if (commandName !== 'BatchGetItemCommand') return result
        const found = new Map<string, object[]>()
        for (const pauseMs of [...PAUSES_MS, undefined]) {
          const { Responses = {}, UnprocessedKeys = {} } = result.output as BatchGetItemCommandOutput
          for (const [table, items] of Object.entries(Responses))
            found.set(table, [...(found.get(table) ?? []), ...items])
          if (Object.keys(UnprocessedKeys).length === 0) break
          if (pauseMs === undefined) throw new Error('a throttled table left keys of a batch unread')
          // Full jitter, as in transact.ts.
          await pause(Math.random() * pauseMs)
          result = await next({ ...args, input: { ...args.input, RequestItems: UnprocessedKeys } })
        }
        return { ...result, output: { ...result.output, Responses: Object.fromEntries(found) } }
      },
    { step: 'serialize', priority: 'high', name: 'readWholeBatches', override: true },
  )
  return client
}

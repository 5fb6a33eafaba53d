import type { BatchGetItemCommandOutput, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { onTestFinished } from 'vitest'

let left = 0

/** Lets `throttleBatches` leave keys of this client unprocessed. */
export function makeBatchesThrottleable(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answered = await next(args)
        if (left === 0 || commandName !== 'BatchGetItemCommand') return answered
        const output = leaveOneUnread(answered.output as BatchGetItemCommandOutput)
        if (!output) return answered
        left -= 1
        return { ...answered, output: output as typeof answered.output }
      },
    { step: 'build', name: 'throttleBatches', override: true },
  )
  return client
}

/** Like a table without capacity for the last item. Undefined if none was found. */
function leaveOneUnread(output: BatchGetItemCommandOutput): BatchGetItemCommandOutput | undefined {
  const [[table, items] = ['', []]] = Object.entries(output.Responses ?? {})
  const unread = items.at(-1)
  if (!unread) return undefined
  const { pk, sk } = unread
  const key = { ...(pk && { pk }), ...(sk && { sk }) }
  return { ...output, Responses: { [table]: items.slice(0, -1) }, UnprocessedKeys: { [table]: { Keys: [key] } } }
}

export function throttleBatches(times: number): void {
  left = times
  onTestFinished(() => void (left = 0))
}

export const countBatchesLeftToThrottle = (): number => left

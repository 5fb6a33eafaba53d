import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { onTestFinished } from 'vitest'

const READS = new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand'])

let waiting: { left: number; readonly meanwhile: () => Promise<unknown> } | undefined

/** Lets `interruptRead` intercept a read of this client. */
export function interruptReads(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (waiting && READS.has(commandName) && --waiting.left === 0) {
          const { meanwhile } = waiting
          waiting = undefined
          await meanwhile()
        }
        return next(args)
      },
    { step: 'initialize', name: 'interruptReads', override: true },
  )
  return client
}

/**
 * Runs `meanwhile` before the nth read from now on.
 * @returns a function that ends the interception and tells whether it happened
 */
export function interruptRead(nth: number, meanwhile: () => Promise<unknown>): () => boolean {
  const own = { left: nth, meanwhile }
  waiting = own
  onTestFinished(() => void (waiting = undefined))
  return () => {
    const hasHappened = waiting !== own
    waiting = undefined
    return hasHappened
  }
}

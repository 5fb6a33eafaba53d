import { setTimeout as pause } from 'node:timers/promises'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** At most 1.3 s in all: Cognito waits 5 s for its triggers. */
export const CONFLICT_PAUSES_MS = [20, 40, 80, 160, 320, 640]

/**
 * Sends a PutItem, UpdateItem or DeleteItem again that met a running transaction on its item. The SDK does not: the
 * caller would be answered with a fault, after a commit too. What was refused so was not written. Transactions that
 * meet are cancelled under another name, which is for transact.ts.
 * @throws TransactionConflictException when the conflict does not end
 */
export function repeatConflictingWrites(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      for (const pauseMs of CONFLICT_PAUSES_MS) {
        try {
          return await next(args)
        } catch (error) {
          if (!(error instanceof Error && error.name === 'TransactionConflictException')) throw error
        }
        // Full jitter, as in transact.ts.
        await pause(Math.random() * pauseMs)
      }
      return next(args)
    },
    { step: 'serialize', priority: 'high', name: 'repeatConflictingWrites', override: true },
  )
  return client
}

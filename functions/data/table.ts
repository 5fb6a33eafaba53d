import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { EntityConfiguration } from 'electrodb'
import { enforceAppendOnlyWrites } from './append-only.ts'
import { enforceTableAccess } from './enforce-table-access.ts'
import { readConsistently } from './read-consistently.ts'
import { readWholeBatches } from './read-whole-batches.ts'
import { repeatConflictingWrites } from './repeat-conflicting-writes.ts'

/** `byOwner`: items of a person. `byState`: items in a state. */
export const tableIndexes = { byOwner: 'gsi1', byState: 'gsi2' } as const

/** Epoch seconds after which DynamoDB may delete an item; only a safety net, sometimes days late. */
export const TTL_ATTRIBUTE = 'expiresAtEpoch'

/** For one attempt. Three hanging attempts end within 15 s: functions have 20, and API Gateway waits 30. */
const REQUEST_TIMEOUT_MS = 4000

/** Without a request timeout a hanging call lasts until the function is ended without a reply. */
export const createTableClient = ({ requestTimeout = REQUEST_TIMEOUT_MS, ...config }: TableClientConfig = {}) =>
  new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true },
    ...config,
  })

interface TableClientConfig extends DynamoDBClientConfig {
  /** Milliseconds. */
  readonly requestTimeout?: number
}

/** The returned `client` cannot overwrite entries of the audit log or the consent ledger. */
export const createTableConnection = (table: string, client = createTableClient()): EntityConfiguration => ({
  table,
  client: repeatConflictingWrites(
    readWholeBatches(readConsistently(enforceTableAccess(enforceAppendOnlyWrites(client)))),
  ),
})

export const toEpochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

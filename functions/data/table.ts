import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import type { EntityConfiguration } from 'electrodb'
import { enforceAppendOnlyWrites } from './append-only.ts'
import { enforceTableAccess } from './enforce-table-access.ts'
import { readConsistently } from './read-consistently.ts'
import { readWholeBatches } from './read-whole-batches.ts'
import { recogniseOwnWrites } from './recognise-own-writes.ts'
import { repeatConflictingWrites } from './repeat-conflicting-writes.ts'
import { openServiceClient } from './service-clients.ts'

/** `byOwner`: items of a person. `byState`: items in a state. */
export const tableIndexes = { byOwner: 'gsi1', byState: 'gsi2' } as const

/** Epoch seconds after which DynamoDB may delete an item; only a safety net, sometimes days late. */
export const TTL_ATTRIBUTE = 'expiresAtEpoch'

export const createTableClient = (config: TableClientConfig = {}): DynamoDBClient =>
  openServiceClient(DynamoDBClient, 'table', config)

interface TableClientConfig extends DynamoDBClientConfig {
  /** A shorter limit, for one attempt. */
  readonly attemptMs?: number
}

/** The returned `client` cannot overwrite entries of the audit log or the consent ledger. */
export const createTableConnection = (table: string, client = createTableClient()): EntityConfiguration => ({
  table,
  client: repeatConflictingWrites(
    recogniseOwnWrites(readWholeBatches(readConsistently(enforceTableAccess(enforceAppendOnlyWrites(client))))),
  ),
})

export const toEpochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

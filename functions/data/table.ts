import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { EntityConfiguration } from 'electrodb'
import { enforceAppendOnlyWrites } from './append-only.ts'
import { enforceTableAccess } from './enforce-table-access.ts'
import { readConsistently } from './read-consistently.ts'

/** `byOwner`: what belongs to somebody. `byState`: what is in some state. */
export const tableIndexes = { byOwner: 'gsi1', byState: 'gsi2' } as const

/** Epoch seconds after which DynamoDB may delete an item; a backstop, sometimes days late. */
export const TTL_ATTRIBUTE = 'expiresAtEpoch'

/** From here on `client` cannot overwrite entries of the audit log or the consent ledger. */
export const createTableConnection = (table: string, client = new DynamoDBClient({})): EntityConfiguration => ({
  table,
  client: readConsistently(enforceTableAccess(enforceAppendOnlyWrites(client))),
})

export const toEpochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

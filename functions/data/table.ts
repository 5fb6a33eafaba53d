import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { EntityConfiguration } from 'electrodb'
import { appendOnly } from './append-only.ts'
import { withinAccess } from './table-scope.ts'

/** The two secondary indexes, by the question they answer: what belongs to someone, and what is in some state. */
export const indexes = { byOwner: 'gsi1', byState: 'gsi2' } as const

/** Attribute with the epoch second after which DynamoDB may remove an item; a backstop, days late at times. */
export const TTL_ATTRIBUTE = 'expiresAtEpoch'

/** Entries of the audit log, and of the ledger of consents, are only ever added by `client`, from here on. */
export const connect = (table: string, client = new DynamoDBClient({})): EntityConfiguration => ({
  table,
  client: withinAccess(appendOnly(client)),
})

export const epochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000)

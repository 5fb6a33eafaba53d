import { setTimeout as pause } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { createWriteTransaction } from 'electrodb'
import type { Entities } from './entities.ts'

/** Whether all the writes were made, or none because `failed` (by position) did not meet their conditions. */
export type Outcome = { readonly written: true } | { readonly written: false; readonly failed: readonly number[] }

/** The entities, with the operations that a transaction may hold; each ends in `.commit()`. */
export type Writing = Parameters<Parameters<typeof createWriteTransaction<Entities, unknown, readonly never[]>>[1]>[0]

const CONFLICT_PAUSES_MS = [20, 40, 80, 160, 320, 640]

/**
 * Makes writes all together or not at all (TransactWriteItems, at most 100). A condition that does not hold is an answer;
 * everything else that cancels a transaction is a fault. Two transactions that touch one item at one moment cancel each
 * other without either being wrong, and the SDK does not repeat those, so this does.
 */
export const writeTogether =
  (entities: Entities) =>
  async (writes: (entities: Writing) => readonly object[]): Promise<Outcome> => {
    for (const pauseMs of [...CONFLICT_PAUSES_MS, undefined]) {
      // ElectroDB goes through the entities that it is given, and those are made when they are asked for: one is enough to
      // send. Its types hide `check` outside a transaction, and
      // follow a tuple of literal length; ours is put together from what an action needs.
      const { auditEntries } = entities
      const transaction = createWriteTransaction({ auditEntries }, () => [
        ...(writes(entities as unknown as Writing) as readonly never[]),
      ])
      const { canceled, data } = (await transaction.go()) as { canceled: boolean; data: readonly { code: string }[] }
      if (!canceled) return { written: true }
      const failed = data.flatMap(({ code }, position) => (code === 'ConditionalCheckFailed' ? [position] : []))
      if (failed.length > 0) return { written: false, failed }
      if (pauseMs === undefined || !data.some(({ code }) => code === 'TransactionConflict')) {
        throw new Error(`transaction canceled: ${data.map(({ code }) => code).join(', ')}`)
      }
      // Full jitter: writers that met once do not meet again at the same moment.
      await pause(Math.random() * pauseMs)
    }
    throw new TransactionCanceledException({ message: 'transaction conflicts did not end', $metadata: {} })
  }

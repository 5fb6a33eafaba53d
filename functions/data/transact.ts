import { setTimeout as pause } from 'node:timers/promises'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { createWriteTransaction, type TransactionSymbol } from 'electrodb'
import type { TableEntities } from './entities.ts'
import { CONFLICT_PAUSES_MS } from './repeat-conflicting-writes.ts'

/** Every operation ends in `.commit()`. */
export type TransactionEntities = Parameters<
  Parameters<typeof createWriteTransaction<TableEntities, unknown, readonly never[]>>[1]
>[0]

type Write = Readonly<Record<typeof TransactionSymbol, unknown>>

/**
 * Runs after the transaction is written, before its caller continues. Its failure is reported, not thrown: the
 * transaction must leave a trace from which a schedule repeats it.
 */
export class FollowUp {
  readonly name: string
  readonly run: (entities: TableEntities, transact: Transact) => Promise<void>

  constructor(name: string, run: FollowUp['run']) {
    this.name = name
    this.run = run
  }
}

export type ReportFollowUpFailure = (followUp: string, error: unknown) => void

/** Skipped, so that `mail: isNew && queued(…)` can be written. */
type NoWrite = undefined | null | false | ''

export type TransactionWrites =
  | Write
  | FollowUp
  | NoWrite
  | readonly TransactionWrites[]
  | { readonly [member: string]: TransactionWrites }

/**
 * All writes were made, or none. `failed` is the first name, in the order of the record, whose condition failed;
 * `failedAll` has all of them, as `name.member` for named members of a group.
 */
export type TransactionOutcome<Name extends string = string> =
  | { readonly written: true }
  | { readonly written: false; readonly failed: Name; readonly failedAll: ReadonlySet<Name | `${Name}.${string}`> }

export type Transact = <Named extends Readonly<Record<string, TransactionWrites>>>(
  writes: (entities: TransactionEntities) => Named,
) => Promise<TransactionOutcome<keyof Named & string>>

/** Limit of TransactWriteItems. */
export const MAX_TRANSACTION_WRITES = 100

/** Temporary; the SDK does not retry a transaction for them. */
const passingCodes = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])

/**
 * All or nothing (TransactWriteItems, at most 100). A failed condition is returned by the name of its write; any other
 * cancellation is a fault. Conflicts of concurrent transactions and throttled bursts are retried here, because the SDK
 * does not retry them.
 */
export function createTransact(entities: TableEntities, reportFailure: ReportFollowUpFailure): Transact {
  const transact: Transact = async (writes) => {
    for (const pauseMs of [...CONFLICT_PAUSES_MS, undefined]) {
      // ElectroDB's types hide `check` outside a transaction.
      const record = writes(entities as unknown as TransactionEntities)
      const named = namedWrites(record)
      const codes = await send(named, entities)
      if (!codes) {
        await follow(followUpsIn(record), (followUp) => followUp.run(entities, transact), reportFailure)
        return { written: true }
      }
      const failed = named.filter((_, index) => codes[index] === 'ConditionalCheckFailed')
      if (failed[0]) return outcomeOf([failed[0], ...failed.slice(1)])
      if (pauseMs === undefined || !codes.some((code) => passingCodes.has(code))) {
        throw new Error(`transaction canceled: ${codes.join(', ')}`)
      }
      // Full jitter: colliding writers do not collide again at the same moment.
      await pause(Math.random() * pauseMs)
    }
    throw new TransactionCanceledException({ message: 'transaction conflicts did not end', $metadata: {} })
  }
  return transact
}

/** An import has one for each row: all at once would throttle each other. */
const FOLLOW_UPS_AT_ONCE = 2

async function follow(
  followUps: readonly FollowUp[],
  run: (followUp: FollowUp) => Promise<void>,
  reportFailure: ReportFollowUpFailure,
): Promise<void> {
  const waiting = [...followUps]
  const runNext = async (): Promise<void> => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      try {
        await run(each)
      } catch (error) {
        reportFailure(each.name, error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(FOLLOW_UPS_AT_ONCE, waiting.length) }, runNext))
}

function followUpsIn(writes: TransactionWrites): readonly FollowUp[] {
  if (!writes || isWrite(writes)) return []
  if (writes instanceof FollowUp) return [writes]
  return (isList(writes) ? writes : Object.values(writes)).flatMap(followUpsIn)
}

interface NamedWrite {
  readonly name: string
  readonly path: string
  readonly write: Write
}

function namedWrites(record: Readonly<Record<string, TransactionWrites>>): readonly NamedWrite[] {
  const named = Object.entries(record).flatMap(([name, writes]) => within({ name, path: name }, writes))
  if (named.length > MAX_TRANSACTION_WRITES)
    throw new Error(`a transaction of ${named.length} writes: DynamoDB takes ${MAX_TRANSACTION_WRITES}`)
  return named
}

function within(place: Omit<NamedWrite, 'write'>, writes: TransactionWrites): readonly NamedWrite[] {
  if (!writes || writes instanceof FollowUp) return []
  if (isWrite(writes)) return [{ ...place, write: writes }]
  if (isList(writes)) return writes.flatMap((each) => within(place, each))
  return Object.entries(writes).flatMap(([member, each]) =>
    within({ name: place.name, path: `${place.path}.${member}` }, each),
  )
}

/** ElectroDB marks a committed write with a private symbol; names are strings. */
const isWrite = (writes: object): writes is Write => Object.getOwnPropertySymbols(writes).length > 0

const isList = (writes: object): writes is readonly TransactionWrites[] => Array.isArray(writes)

/** @returns the cancellation code of each write, or undefined when all were made */
async function send(writes: readonly NamedWrite[], { auditEntries }: TableEntities): Promise<string[] | undefined> {
  // ElectroDB iterates over the given entities, which would create all lazy ones: one is enough to send writes of any.
  // Its types need a tuple of literal length.
  const transaction = createWriteTransaction({ auditEntries }, () => writes.map(({ write }) => write as never))
  const { canceled, data } = (await transaction.go()) as { canceled: boolean; data: readonly { code: string }[] }
  return canceled ? data.map(({ code }) => code) : undefined
}

const outcomeOf = <Name extends string>(failed: readonly [NamedWrite, ...NamedWrite[]]): TransactionOutcome<Name> => ({
  written: false,
  failed: failed[0].name as Name,
  failedAll: new Set(failed.flatMap(({ name, path }) => [name, path] as (Name | `${Name}.${string}`)[])),
})

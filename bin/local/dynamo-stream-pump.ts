import type { EventEmitter } from 'node:events'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams'
import { LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from './addresses.ts'
import type { DocumentStore } from './document-store.ts'

/** Batching window, and the pause after a failure. */
const GATHER_MS = 50
/** Polling interval while this process writes nothing: other processes' writes bypass the table proxy. */
const IDLE_MS = 1000
const BATCH = 100

export interface DynamoStreamSource {
  readonly endpoint: string
  readonly table: string
  readonly store: DocumentStore
  readonly consumer: string
  /** Emits `write` after a write through the table proxy. Polling alone used a seventh of a processor. */
  readonly writeEvents: EventEmitter
  /**
   * Batching window.
   * @default GATHER_MS
   */
  readonly windowMs?: number | undefined
}

/** DynamoDB throttles a third reader of a shard. */
const MAX_READERS = 2
const readersByTable = new Map<string, Set<string>>()

function takePlace({ endpoint, table, consumer }: DynamoStreamSource): { requirePlace: () => void; leave: () => void } {
  const readers = readersByTable.get(`${endpoint} ${table}`) ?? new Set<string>()
  readersByTable.set(`${endpoint} ${table}`, readers.add(consumer))
  let isTold = false
  return {
    requirePlace: () => {
      if ([...readers].indexOf(consumer) < MAX_READERS) return
      if (!isTold)
        console.error(`ProvisionedThroughputExceededException: ${consumer} reads the stream beside two others`)
      isTold = true
      throw new Error('throttled')
    },
    leave: () => void readers.delete(consumer),
  }
}

export type DynamoStreamConsumer = (event: { Records: readonly StreamRecord[] }) => Promise<unknown>

/**
 * Lambda's event source mapping: calls the consumer with new stream records. The position is stored after each batch,
 * so a restart continues there; a failed batch is repeated.
 */
export function startDynamoStreamPump(
  source: DynamoStreamSource,
  consume: DynamoStreamConsumer,
): { readonly stop: () => void } {
  const reader = openReader(source)
  const place = takePlace(source)
  const gatherMs = Math.max(source.windowMs ?? 0, GATHER_MS)
  let timer: NodeJS.Timeout | undefined
  let [running, behind, stopped] = [false, false, false]
  const runIn = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void run(), ms)
  }
  const run = async (): Promise<void> => {
    ;[running, behind] = [true, false]
    try {
      place.requirePlace()
      await reader.next(consume)
    } catch {
      // The table is unavailable, or the consumer failed and has logged the error: restart after the last successful
      // batch.
      reader.rewind()
      behind = true
    }
    running = false
    runIn(behind ? gatherMs : IDLE_MS)
  }
  const onWrite = () => {
    if (!running && !behind) runIn(gatherMs)
    behind = true
  }
  source.writeEvents.on('write', onWrite)
  void run()
  return {
    stop: () => {
      stopped = true
      place.leave()
      clearTimeout(timer)
      source.writeEvents.off('write', onWrite)
    },
  }
}

function openReader({ endpoint, table, store, consumer }: DynamoStreamSource) {
  const config = { endpoint, region: LOCAL_REGION, credentials: LOCAL_AWS_ACCESS_KEY, maxAttempts: 1 }
  const tables = new DynamoDBClient(config)
  const streams = new DynamoDBStreamsClient(config)
  const kept = store.collection<{ sequenceNumber: string }>(`stream ${consumer}`)
  let place: { arn: string; iterator: string | undefined } | undefined

  const find = async () => {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName: table }))
    const arn = Table?.LatestStreamArn ?? ''
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: arn }))
    const shard = { StreamArn: arn, ShardId: StreamDescription?.Shards?.at(-1)?.ShardId }
    const last = kept.get(arn)
    const { ShardIterator: iterator } = await streams.send(
      new GetShardIteratorCommand(
        last
          ? { ...shard, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last.sequenceNumber }
          : { ...shard, ShardIteratorType: 'TRIM_HORIZON' },
      ),
    )
    return { arn, iterator }
  }
  return {
    next: async (consume: DynamoStreamConsumer): Promise<void> => {
      place ??= await find()
      const { Records = [], NextShardIterator } = await streams.send(
        new GetRecordsCommand({ ShardIterator: place.iterator, Limit: BATCH }),
      )
      const last = Records.at(-1)?.dynamodb?.SequenceNumber
      if (last) {
        await consume({ Records })
        kept.put(place.arn, { sequenceNumber: last })
      }
      place = NextShardIterator ? { arn: place.arn, iterator: NextShardIterator } : undefined
    },
    rewind: () => void (place = undefined),
  }
}

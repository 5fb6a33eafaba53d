import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams'
import { ACCESS_KEY, REGION } from './addresses.ts'
import type { Store } from './store.ts'

const POLL_MS = 100
const BATCH = 100

interface Source {
  readonly endpoint: string
  readonly table: string
  readonly store: Store
  /** Who consumes: each has its own place in the stream. */
  readonly consumer: string
}

type Consumer = (event: { Records: readonly StreamRecord[] }) => Promise<unknown>

/**
 * Lambda's event source mapping: reads the table's stream and calls the consumer with what is new. Where it has got to is
 * kept after each batch, so that a restart goes on there; a batch that failed comes again.
 */
export function startStreamPump(source: Source, consume: Consumer): { readonly stop: () => void } {
  const reader = openReader(source)
  let stopped = false
  const run = async (): Promise<void> => {
    try {
      await reader.next(consume)
    } catch {
      // The table is away for a moment, or the consumer failed and has logged why: begin again after the last good batch.
      reader.rewind()
    }
    if (!stopped) setTimeout(() => void run(), POLL_MS)
  }
  void run()
  return { stop: () => void (stopped = true) }
}

function openReader({ endpoint, table, store, consumer }: Source) {
  const config = { endpoint, region: REGION, credentials: ACCESS_KEY, maxAttempts: 1 }
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
    next: async (consume: Consumer): Promise<void> => {
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

import { setTimeout as pause } from 'node:timers/promises'
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import type { TemplateStack } from '../iam/template-values.ts'
import { isExecutionRefused } from '../limited-executions.ts'
import { getFunctionName } from './function-names.ts'
import { matchesPattern } from './event-filter.ts'
import { MAX_EVENT_BYTES } from './payload-limits.ts'
import { isQueueArn } from './queue-sources.ts'
import { listStackResources } from './resources.ts'

/** Lambda's event source mapping of the table's stream. */
export interface EventSource {
  readonly id: string
  readonly handler: string
  /** ARN. */
  readonly stream: string
  readonly patterns: readonly unknown[]
  readonly batchSize: number
  /** Batching window in milliseconds. */
  readonly windowMs: number
  readonly halvesBatchOnError: boolean
  readonly reportsItemFailures: boolean
  /** Infinity: until the record expires from the stream. */
  readonly maxRetries: number
  readonly maxAgeSeconds: number
  /** Concurrent batches of one shard, by key. */
  readonly parallel: number
  /** ARN of the queue for failed records. */
  readonly onFailure: string | undefined
}

interface MappingProperties {
  readonly FunctionName: string
  readonly EventSourceArn: string
  readonly BatchSize?: number
  readonly BisectBatchOnFunctionError?: boolean
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination: string } }
  readonly FilterCriteria?: { readonly Filters: readonly { readonly Pattern: string }[] }
  readonly FunctionResponseTypes?: readonly string[]
  readonly MaximumBatchingWindowInSeconds?: number
  readonly MaximumRecordAgeInSeconds?: number
  readonly MaximumRetryAttempts?: number
  readonly ParallelizationFactor?: number
}

/** Lambda's default for streams. */
const DEFAULT_BATCH = 100
const orInfinity = (given = -1): number => (given === -1 ? Infinity : given)

const toEventSource = (id: string, properties: MappingProperties): EventSource => ({
  id,
  handler: getFunctionName(properties.FunctionName),
  stream: properties.EventSourceArn,
  patterns: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => JSON.parse(Pattern) as unknown),
  batchSize: properties.BatchSize ?? DEFAULT_BATCH,
  windowMs: (properties.MaximumBatchingWindowInSeconds ?? 0) * 1000,
  halvesBatchOnError: properties.BisectBatchOnFunctionError ?? false,
  reportsItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
  maxRetries: orInfinity(properties.MaximumRetryAttempts),
  maxAgeSeconds: orInfinity(properties.MaximumRecordAgeInSeconds),
  parallel: properties.ParallelizationFactor ?? 1,
  onFailure: properties.DestinationConfig?.OnFailure?.Destination,
})

/** @throws Error for a source that is neither a table's stream nor a queue, which queue-sources.ts reads */
export const readEventSources = (stack: TemplateStack): readonly EventSource[] =>
  listStackResources<MappingProperties>(stack, 'AWS::Lambda::EventSourceMapping', [
    'FunctionName',
    'EventSourceArn',
    'BatchSize',
    'BisectBatchOnFunctionError',
    'DestinationConfig',
    'FilterCriteria',
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'MaximumRecordAgeInSeconds',
    'MaximumRetryAttempts',
    'ParallelizationFactor',
  ]).flatMap(({ logicalId, properties }) => {
    if (isQueueArn(properties.EventSourceArn)) return []
    if (!/:dynamodb:.*\/stream\//.test(properties.EventSourceArn)) {
      throw new Error(`${logicalId} reads ${properties.EventSourceArn}, which is no stream of a table`)
    }
    return [toEventSource(logicalId, properties)]
  })

type Records = readonly StreamRecord[]

export interface EventSourceParts {
  readonly invoke: (event: { readonly Records: Records }) => Promise<unknown>
  /** Called with records that are too old, or whose last retry failed. */
  readonly onRetriesExhausted: (records: Records) => void
  /** Milliseconds before the first retry, doubled for each further one. */
  readonly pauseMs: number
  /** The real clock: the table's server dates the records. */
  readonly now: () => number
  /** Offset of the product's clock, in milliseconds. */
  readonly clockOffset: () => number
  /** Called for each sent batch with the age of its last record, in milliseconds. */
  readonly onSent: (ageMs: number) => void
}

/** Consumer for the stream pump; resolves when all records are processed or given up. */
export function createEventSourceConsumer(source: EventSource, parts: EventSourceParts) {
  const { patterns, batchSize, parallel, maxRetries, halvesBatchOnError } = source
  const isWanted = (record: StreamRecord): boolean =>
    patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, toPlainRecord(record)))
  const offsets = new WeakMap<StreamRecord, number>()
  const ageOf = ({ dynamodb }: StreamRecord): number =>
    parts.now() - (dynamodb?.ApproximateCreationDateTime?.getTime() ?? parts.now())
  /** Movement of the product's clock since the record was read. */
  const movedSince = (record: StreamRecord): number => {
    const offset = parts.clockOffset()
    return offset - (offsets.get(record) ?? offset)
  }
  /** Moving the clock does not expire records that were never delivered. */
  const isTooOld = (record: StreamRecord, retries: number): boolean =>
    ageOf(record) + (retries > 0 ? movedSince(record) : 0) > source.maxAgeSeconds * 1000

  /** Remaining records from the first failed one; empty on success. Undefined if the function failed as a whole. */
  const attempt = async (records: Records): Promise<Records | 'throttled' | undefined> => {
    for (const record of records.slice(-1)) parts.onSent(ageOf(record) + movedSince(record))
    try {
      const answer = await parts.invoke({ Records: records })
      return source.reportsItemFailures ? fromFirstFailure(records, answer) : []
    } catch (error) {
      return isExecutionRefused(error) ? 'throttled' : undefined
    }
  }
  const work = async (batch: Records, retries = 0): Promise<void> => {
    const expired = batch.filter((record) => isTooOld(record, retries))
    if (expired.length > 0) parts.onRetriesExhausted(expired)
    const records = batch.filter((record) => !expired.includes(record))
    if (records.length === 0) return
    const left = await attempt(records)
    if (left === 'throttled') {
      // No retry: repeated until it is accepted or the records are too old.
      await pause(parts.pauseMs)
      return work(records, retries)
    }
    if (left?.length === 0) return
    if (retries >= maxRetries) return parts.onRetriesExhausted(left ?? records)
    await pause(parts.pauseMs * 2 ** retries)
    if (left) return work(left, retries + 1)
    // Bisecting does not count as a retry.
    if (!halvesBatchOnError || records.length === 1) return work(records, retries + 1)
    const half = Math.ceil(records.length / 2)
    await work(records.slice(0, half), retries)
    await work(records.slice(half), retries)
  }
  return async ({ Records: all }: { readonly Records: Records }): Promise<void> => {
    for (const record of all) offsets.set(record, parts.clockOffset())
    const lanes = toLanes(all.filter(isWanted), parallel)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const batch of toBatches(lane, batchSize)) await work(batch)
      }),
    )
  }
}

/** Batches limited by the source's batch size and an event's size. */
function toBatches(lane: Records, batchSize: number): readonly Records[] {
  const batches: StreamRecord[][] = []
  let bytes = Infinity
  for (const record of lane) {
    const own = Buffer.byteLength(JSON.stringify(record)) + 1
    const last = batches.at(-1)
    if (last && last.length < batchSize && bytes + own <= MAX_EVENT_BYTES) {
      last.push(record)
      bytes += own
    } else {
      batches.push([record])
      bytes = EMPTY_EVENT_BYTES + own
    }
  }
  return batches
}

const EMPTY_EVENT_BYTES = '{"Records":[]}'.length

/** Lambda filters the serialised record, without undefined members. */
const toPlainRecord = (record: StreamRecord): unknown => JSON.parse(JSON.stringify(record))

function fromFirstFailure(records: Records, answer: unknown): Records {
  const { batchItemFailures = [] } = (answer ?? {}) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[]
  }
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
  const first = records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''))
  return first === -1 ? [] : records.slice(first)
}

/** Records of one key stay in their order. */
function toLanes(records: Records, count: number): readonly Records[] {
  const lanes = Array.from({ length: count }, (): StreamRecord[] => [])
  const laneOf = new Map<string, number>()
  for (const record of records) {
    const key = JSON.stringify(record.dynamodb?.Keys)
    const lane = laneOf.get(key) ?? laneOf.size % count
    laneOf.set(key, lane)
    lanes[lane]?.push(record)
  }
  return lanes.filter((lane) => lane.length > 0)
}

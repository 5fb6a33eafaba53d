import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AsynchronousCalls, createAsynchronousCalls } from './asynchronous-calls.ts'
import type { AdjustableClock } from './clock.ts'
import type { DynamoStreamConsumer } from './dynamo-stream-pump.ts'
import { openHandlersAndWebsite, type SourcesOptions } from './handlers-and-website.ts'
import type { QueueSource } from './queue-pump.ts'
import type { QueuedMessage } from './sqs.ts'
import { getLocalQueueArn, type LocalQueueName } from './addresses.ts'
import { type LocalLambdaLoader, openLocalLambdaLoader } from './lambda-loader.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export type LimitExecutions = (functions: LocalLambdaLoader) => LocalLambdaLoader

export interface QueueWorker {
  readonly source: QueueSource
  readonly invoke: (event: object) => Promise<unknown>
  readonly onRetriesExhausted: (message: QueuedMessage) => void
}

export interface StreamReader {
  readonly consume: DynamoStreamConsumer
  /**
   * Batching window.
   * @default - minimal
   */
  readonly windowMs?: number
}

export interface LocalRuntime {
  readonly functions: LocalLambdaLoader
  readonly asynchronous: AsynchronousCalls
  readonly consumers: Readonly<Record<string, StreamReader>>
  readonly workers: readonly QueueWorker[]
  readonly openFront: (api: Answer) => {
    readonly api: Answer
    readonly website: Answer
    /**
     * Whether the pages include `/config.json`.
     * @default false
     */
    readonly hasConfiguration?: boolean
  }
  readonly close: () => Promise<unknown>
}

const queueWorkers: Readonly<Record<LocalQueueName, string>> = {
  mail: 'mail/send-queued',
  exports: 'privacy/make-export',
  history: 'security/copy-audit-log',
}

const describeQueueSource = (queue: LocalQueueName, name: string): QueueSource => ({
  id: name,
  handler: `${name}.handler`,
  queueArn: getLocalQueueArn(queue),
  batchSize: queue === 'history' ? 1000 : 10,
  gatherMs: queue === 'history' ? 1000 : 0,
  concurrency: 2,
  reportsItemFailures: true,
  attempts: 4,
  deadLetterArn: undefined,
})

export async function openSourceRuntime(
  options: SourcesOptions,
  clock: Pick<AdjustableClock, 'now'>,
  limit: LimitExecutions,
): Promise<LocalRuntime> {
  const sources = await openHandlersAndWebsite(options)
  const functions = limit(openLocalLambdaLoader(sources.read, clock))
  const call = (name: string) => async (event: unknown) => (await functions.load(`${name}.handler`))(event, {})
  const workers = Object.entries(queueWorkers).map(([queue, name]): QueueWorker => ({
    source: describeQueueSource(queue as LocalQueueName, name),
    invoke: call(name),
    onRetriesExhausted: ({ body }) => console.error(`given up by ${name}: ${body}`),
  }))
  const asynchronous = createAsynchronousCalls({ functions })
  return {
    functions,
    asynchronous,
    consumers: { 'changes/dispatch': { consume: call('changes/dispatch') } },
    workers,
    openFront: (api) => ({ api, website: sources.website }),
    close: async () => {
      asynchronous.stop()
      await sources.close()
    },
  }
}

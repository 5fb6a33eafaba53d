import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AdjustableClock } from './clock.ts'
import type { DynamoStreamConsumer } from './dynamo-stream-pump.ts'
import { openHandlersAndWebsite, type SourcesOptions } from './handlers-and-website.ts'
import { type LocalLambdaLoader, openLocalLambdaLoader } from './lambda-loader.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** What runs the functions and serves the pages. */
export interface LocalRuntime {
  readonly functions: LocalLambdaLoader
  /** Readers of the table's stream by id. */
  readonly consumers: Readonly<Record<string, DynamoStreamConsumer>>
  /** What stands before the API and the pages. */
  readonly openFront: (api: Answer) => {
    readonly api: Answer
    readonly website: Answer
    /**
     * Whether `/config.json` is one of its pages.
     * @default false
     */
    readonly hasConfiguration?: boolean
  }
  readonly close: () => Promise<unknown>
}

/** Functions and pages as they stand in their folders, or pages that were built. */
export async function openSourceRuntime(
  options: SourcesOptions,
  clock: Pick<AdjustableClock, 'now'>,
): Promise<LocalRuntime> {
  const sources = await openHandlersAndWebsite(options)
  const functions = openLocalLambdaLoader(sources.read, clock)
  const consumers = ['mail/send-queued', 'privacy/make-export'].map((name): [string, DynamoStreamConsumer] => [
    name,
    async (event) => (await functions.load(`${name}.handler`))(event, {}),
  ])
  return {
    functions,
    consumers: Object.fromEntries(consumers),
    openFront: (api) => ({ api, website: sources.website }),
    close: sources.close,
  }
}

import type { QueuedMessage, QueuedMessages } from './sqs.ts'

export interface QueueSource {
  readonly id: string
  readonly handler: string
  readonly queueArn: string
  readonly batchSize: number
  /** Batching window in milliseconds. */
  readonly gatherMs: number
  readonly concurrency: number
  readonly reportsItemFailures: boolean
  /** Deliveries before a message goes to the dead-letter queue. */
  readonly attempts: number
  readonly deadLetterArn: string | undefined
}

interface QueuePumpParts {
  readonly source: QueueSource
  readonly messages: QueuedMessages
  readonly invoke: (event: { readonly Records: readonly object[] }) => Promise<unknown>
  readonly onRetriesExhausted: (message: QueuedMessage) => void
  /** Pause before the first retry, doubled for each further one. Lambda waits for the visibility timeout. */
  readonly retryMs?: number
}

const RETRY_MS = 500

const toRecord = ({ messageId, queueArn, body, failures }: QueuedMessage) => ({
  messageId,
  receiptHandle: messageId,
  body,
  attributes: { ApproximateReceiveCount: `${failures + 1}` },
  messageAttributes: {},
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: queueArn.split(':')[3],
})

/** Delivers messages to a function, at least once, until it succeeds or the attempts are used up. */
export function startQueuePump({ source, messages, invoke, onRetriesExhausted, retryMs = RETRY_MS }: QueuePumpParts) {
  const { queueArn, batchSize, concurrency, attempts } = source
  const { underWay } = messages
  let [calls, stopped] = [0, false]
  let timer: NodeJS.Timeout | undefined
  let timerAt = Infinity

  const listWaiting = () => messages.listOf(queueArn).filter(({ messageId }) => !underWay.has(messageId))
  const fail = (message: QueuedMessage): void => {
    const failures = message.failures + 1
    if (failures < attempts) {
      messages.put({ ...message, failures, visibleFrom: Date.now() + retryMs * 2 ** message.failures })
      return
    }
    messages.remove(message)
    onRetriesExhausted(message)
  }
  const call = async (batch: readonly QueuedMessage[]): Promise<void> => {
    calls += 1
    for (const { messageId } of batch) underWay.add(messageId)
    const failed = await invoke({ Records: batch.map(toRecord) }).then(
      (answer) => listFailed(answer, source),
      () => batch.map(({ messageId }) => messageId),
    )
    for (const message of stopped ? [] : batch) {
      if (failed.includes(message.messageId)) fail(message)
      else messages.remove(message)
    }
    for (const { messageId } of batch) underWay.delete(messageId)
    calls -= 1
    run()
  }
  /** Unless it runs sooner anyway: the batching window begins with its first message. */
  const runIn = (ms: number): void => {
    const at = Date.now() + ms
    if (at >= timerAt) return
    clearTimeout(timer)
    timerAt = at
    timer = setTimeout(() => {
      timerAt = Infinity
      run()
    }, ms)
  }
  function run(): void {
    if (stopped || calls >= concurrency) return
    const waiting = listWaiting()
    const batch = waiting.filter(({ visibleFrom }) => visibleFrom <= Date.now()).slice(0, batchSize)
    if (batch.length > 0) {
      void call(batch)
      return run()
    }
    const next = Math.min(...waiting.map(({ visibleFrom }) => visibleFrom))
    if (next < Infinity) runIn(Math.max(1, next - Date.now()))
  }
  const onAdded = (arn: string): void => {
    if (arn === queueArn && !stopped) runIn(listWaiting().length < batchSize ? source.gatherMs : 0)
  }
  messages.additions.on('added', onAdded)
  runIn(0)
  return {
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
      messages.additions.off('added', onAdded)
    },
  }
}

function listFailed(answer: unknown, { reportsItemFailures }: QueueSource): readonly string[] {
  const { batchItemFailures = [] } = (answer ?? {}) as {
    readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[]
  }
  return reportsItemFailures ? batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) : []
}

import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import { createAsynchronousCalls } from '../asynchronous-calls.ts'
import type { AdjustableClock } from '../clock.ts'
import type { LocalMetrics } from '../cloudwatch/metrics.ts'
import type { DocumentStore } from '../document-store.ts'
import type { LimitExecutions, LocalRuntime, StreamReader } from '../local-runtime.ts'
import type { LocalLogs } from '../logs.ts'
import { measureIteratorAge } from '../measured-executions.ts'
import { readAsynchronousSettings } from './asynchronous-settings.ts'
import { createEventSourceConsumer, type EventSource } from './event-source.ts'
import { listFunctions } from './function-definitions.ts'
import { createFunctionRuntime } from './function-runtime.ts'
import { openQueues } from './queues.ts'
import type { TemplateDeployment } from './template-deployment.ts'

interface RuntimeParts {
  readonly deployment: TemplateDeployment
  readonly store: DocumentStore
  readonly clock: Pick<AdjustableClock, 'offsetMs'>
  readonly limit: LimitExecutions
  readonly logs: LocalLogs
  readonly metrics: LocalMetrics
  readonly endpoints: () => Readonly<Record<string, string>>
}

/** Before the first retry. */
const PAUSE_MS = 500

/** Lambda writes instants as seconds. */
const toEventRecord = ({ dynamodb, ...record }: StreamRecord) => ({
  ...record,
  dynamodb: {
    ...dynamodb,
    ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
  },
})

/** Functions from their bundles, and the pages of the template's website bucket. */
export function openTemplateRuntime({ deployment, store, clock, limit, logs, ...parts }: RuntimeParts): LocalRuntime {
  const { synthesised, hosts, eventSources, queueSources, openDistribution, calls, credentialsOf } = deployment
  const definitions = listFunctions(synthesised)
  const runtime = createFunctionRuntime({
    ...parts,
    functions: definitions,
    credentialsOf,
    requireRun: calls.runFunction,
    region: synthesised.stack.region,
    localise: hosts.localise,
    clockOffset: clock.offsetMs,
    onLine: ({ logGroup }, line) => logs.write(logGroup, line),
  })
  const functions = limit(runtime)
  const queues = openQueues(synthesised.stack, store)
  const roleOf = (handler: string): string => definitions.find(({ name }) => name === handler)?.roleArn ?? ''
  const settingsOf = readAsynchronousSettings(synthesised.stack)
  const asynchronous = createAsynchronousCalls({
    functions,
    countRetries: (handler) => settingsOf(handler).maxRetries,
    onRetriesExhausted: (handler, { calls: times, event }) => {
      const { onFailure } = settingsOf(handler)
      if (onFailure === undefined) return
      calls.sendToQueue(roleOf(handler), onFailure)
      queues.send(onFailure, { source: handler, calls: times, event })
    },
  })
  const read = (source: EventSource): StreamReader => {
    const consume = createEventSourceConsumer(source, {
      invoke: async ({ Records }) =>
        (await functions.load(source.handler))({ Records: Records.map(toEventRecord) }, {}),
      onRetriesExhausted: (records) => {
        if (!source.onFailure) return
        calls.sendToQueue(roleOf(source.handler), source.onFailure)
        queues.send(source.onFailure, { source: source.id, records: records.length })
      },
      pauseMs: PAUSE_MS,
      now: Date.now,
      clockOffset: clock.offsetMs,
      onSent: (ageMs) => measureIteratorAge(source.handler, ageMs, parts.metrics),
    })
    return {
      windowMs: source.windowMs,
      consume: async (event) => {
        calls.readStream(roleOf(source.handler), source.stream)
        await consume(event)
      },
    }
  }
  return {
    functions,
    asynchronous,
    consumers: Object.fromEntries(eventSources.map((source) => [source.id, read(source)])),
    workers: queueSources.map((source) => ({
      source,
      invoke: async (event) => {
        calls.readQueue(roleOf(source.handler), source.queueArn)
        return (await functions.load(source.handler))(event, {})
      },
      onRetriesExhausted: ({ body }) => {
        if (source.deadLetterArn) queues.send(source.deadLetterArn, { source: source.id, body })
      },
    })),
    openFront: (api) => {
      const distribution = openDistribution(async (request, response) => api(request, response))
      return { api: distribution, website: distribution, hasConfiguration: true }
    },
    close: () => {
      asynchronous.stop()
      return runtime.close()
    },
  }
}

import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams'
import type { AdjustableClock } from '../clock.ts'
import type { DocumentStore } from '../document-store.ts'
import type { DynamoStreamConsumer } from '../dynamo-stream-pump.ts'
import type { LocalRuntime } from '../local-runtime.ts'
import { createEventSourceConsumer, type EventSource } from './event-source.ts'
import { listFunctions } from './function-definitions.ts'
import { createFunctionRuntime } from './function-runtime.ts'
import { openQueues } from './queues.ts'
import type { RoleCredentials } from './role-credentials.ts'
import type { TemplateDeployment } from './template-deployment.ts'

interface RuntimeParts {
  readonly deployment: TemplateDeployment
  readonly store: DocumentStore
  readonly clock: Pick<AdjustableClock, 'offsetMs'>
  readonly credentialsOf: (roleArn: string) => RoleCredentials
  /** `AWS_ENDPOINT_URL_…` */
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

/** Functions from their bundles, and the pages that the template puts into the website's bucket. */
export function openTemplateRuntime({ deployment, store, clock, ...parts }: RuntimeParts): LocalRuntime {
  const { synthesised, hosts, eventSources, openDistribution } = deployment
  const functions = createFunctionRuntime({
    ...parts,
    functions: listFunctions(synthesised),
    region: synthesised.stack.region,
    localise: hosts.localise,
    clockOffset: clock.offsetMs,
  })
  const queues = openQueues(synthesised.stack, store)
  const consume = (source: EventSource): DynamoStreamConsumer =>
    createEventSourceConsumer(source, {
      invoke: async ({ Records }) =>
        (await functions.load(source.handler))({ Records: Records.map(toEventRecord) }, {}),
      giveUp: (records) => {
        if (source.onFailure) queues.send(source.onFailure, { source: source.id, records: records.length })
      },
      pauseMs: PAUSE_MS,
      now: Date.now,
    })
  return {
    functions,
    consumers: Object.fromEntries(eventSources.map((source) => [source.id, consume(source)])),
    openFront: (api) => {
      const distribution = openDistribution(async (request, response) => api(request, response))
      return { api: distribution, website: distribution, hasConfiguration: true }
    },
    close: functions.close,
  }
}

import type { DeployedQueue } from '../deployment.ts'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import type { QueueSource } from '../queue-pump.ts'
import { getFunctionName } from './function-names.ts'
import type { LocalHosts } from './local-hosts.ts'
import { listStackResources } from './resources.ts'

interface QueueProperties {
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number }
}

interface MappingProperties {
  readonly FunctionName: string
  readonly EventSourceArn: string
  readonly BatchSize?: number
  readonly FunctionResponseTypes?: readonly string[]
  readonly MaximumBatchingWindowInSeconds?: number
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number }
}

/** Lambda's default for queues. */
const DEFAULT_BATCH = 10
const DEFAULT_CONCURRENCY = 5
/** Upper limit in milliseconds: nobody waits minutes for a batch on this machine. */
const LONGEST_GATHER_MS = 1000

const listQueues = (stack: TemplateStack) =>
  listStackResources<QueueProperties>(stack, 'AWS::SQS::Queue', ['RedrivePolicy'])

export const readQueues = (stack: TemplateStack, { localise }: LocalHosts): readonly DeployedQueue[] =>
  listQueues(stack).map(({ logicalId, ref, properties: { RedrivePolicy }, stack: own }) => ({
    url: localise(ref),
    arn: getResourceArn(logicalId, own),
    ...(RedrivePolicy && { deadLetterArn: RedrivePolicy.deadLetterTargetArn }),
  }))

export function readQueueSources(stack: TemplateStack): readonly QueueSource[] {
  const redrives = new Map(
    listQueues(stack).map(({ logicalId, properties, stack: own }) => [
      getResourceArn(logicalId, own),
      properties.RedrivePolicy,
    ]),
  )
  return listStackResources<MappingProperties>(stack, 'AWS::Lambda::EventSourceMapping', [
    'FunctionName',
    'EventSourceArn',
    'BatchSize',
    'FunctionResponseTypes',
    'MaximumBatchingWindowInSeconds',
    'ScalingConfig',
  ])
    .filter(({ properties: { EventSourceArn } }) => isQueueArn(EventSourceArn))
    .map(({ logicalId, properties }) => {
      const redrive = redrives.get(properties.EventSourceArn)
      return {
        id: logicalId,
        handler: getFunctionName(properties.FunctionName),
        queueArn: properties.EventSourceArn,
        batchSize: properties.BatchSize ?? DEFAULT_BATCH,
        gatherMs: Math.min((properties.MaximumBatchingWindowInSeconds ?? 0) * 1000, LONGEST_GATHER_MS),
        concurrency: properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
        reportsItemFailures: properties.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
        attempts: redrive?.maxReceiveCount ?? Infinity,
        deadLetterArn: redrive?.deadLetterTargetArn,
      }
    })
}

export const isQueueArn = (arn: string): boolean => arn.startsWith('arn:aws:sqs:')

import type { DeployedQueue } from '../deployment.ts'
import type { QueuedMessages } from '../sqs.ts'
import type { LocalMetrics } from './metrics.ts'

interface SampledServices {
  readonly queues: readonly DeployedQueue[]
  readonly messages: Pick<QueuedMessages, 'countVisible'>
  readonly reputation: () => Readonly<Record<string, number>>
  readonly metrics: LocalMetrics
}

/**
 * Metrics that SQS and SES publish periodically: AWSSimpleQueueService/sqs-available-cloudwatch-metrics and
 * ses/reputationdashboard-cloudwatch-alarm in AWS's documentation.
 */
export function sampleServices({ queues, messages, reputation, metrics }: SampledServices): void {
  for (const { arn } of queues) {
    metrics.put({
      namespace: 'AWS/SQS',
      name: 'ApproximateNumberOfMessagesVisible',
      dimensions: { QueueName: arn.split(':').at(-1) ?? '' },
      unit: 'Count',
      value: messages.countVisible(arn),
    })
  }
  // For the account, without a dimension.
  for (const [name, value] of Object.entries(reputation()))
    metrics.put({ namespace: 'AWS/SES', name, dimensions: {}, unit: 'None', value })
}

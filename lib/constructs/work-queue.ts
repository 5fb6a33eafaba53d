import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda'
import { type DeadLetterQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { NonApiLambdaName } from '#platform/lambdas'
import { functionFailureConsequences } from '../function-failures.ts'
import { FailureQueue } from './failure-queue.ts'
import type { FunctionMonitoring, NonApiFunction } from './product-function.ts'

export interface WorkQueueProps {
  readonly worker: NonApiFunction<NonApiLambdaName>
  readonly workerName: NonApiLambdaName
  /** Timeout of the worker; the message stays invisible for longer than this. */
  readonly timeout: Duration
  readonly attempts: number
  readonly batchSize: number
  /**
   * Batching window.
   * @default - none
   */
  readonly gather?: Duration
  /** Concurrent calls of the worker; at least 2. */
  readonly concurrency: number
  readonly operations: FunctionMonitoring
}

export class WorkQueue extends Construct {
  readonly queue: Queue

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    super(scope, id)
    const { worker, workerName, timeout, attempts, gather = Duration.seconds(0), operations } = props
    const deadLetterQueue: DeadLetterQueue = {
      queue: new FailureQueue(this, 'FailureQueue', {
        of: workerName,
        failureMeans: functionFailureConsequences[workerName],
        alarms: operations.alarms,
        failures: 'messages',
      }),
      maxReceiveCount: attempts,
    }
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout: timeout.plus(gather).plus(Duration.minutes(1)),
      deadLetterQueue,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.queue.grantConsumeMessages(worker)
    new EventSourceMapping(this, 'Mapping', {
      target: worker,
      eventSourceArn: this.queue.queueArn,
      batchSize: props.batchSize,
      ...(props.gather && { maxBatchingWindow: props.gather }),
      maxConcurrency: props.concurrency,
      reportBatchItemFailures: true,
    })
  }
}

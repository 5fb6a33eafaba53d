import { Duration } from 'aws-cdk-lib'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import type { QueueVariable } from '#platform/lambdas'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { functionFailureConsequences } from '../function-failures.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import { type FunctionMonitoring, NonApiFunction } from './product-function.ts'
import type { WorkQueue } from './work-queue.ts'

const DISPATCHER = 'changes/dispatch'

export interface ChangeDispatcherProps {
  readonly table: DataTable
  readonly queues: Readonly<Record<QueueVariable, WorkQueue>>
  readonly operations: FunctionMonitoring
}

/** The only reader of the table's stream: DynamoDB throttles a third, and each further use is a queue here. */
export class ChangeDispatcher extends Construct {
  /** Delay behind the stream, in milliseconds. */
  readonly age: Metric

  constructor(scope: Construct, id: string, { table, queues, operations }: ChangeDispatcherProps) {
    super(scope, id)
    const environment = {
      MAIL_QUEUE_URL: queues.MAIL_QUEUE_URL.queue.queueUrl,
      EXPORT_QUEUE_URL: queues.EXPORT_QUEUE_URL.queue.queueUrl,
      HISTORY_QUEUE_URL: queues.HISTORY_QUEUE_URL.queue.queueUrl,
    }
    const dispatcher = new NonApiFunction(this, {
      name: DISPATCHER,
      environment,
      operations,
      timeout: Duration.seconds(60),
    })
    const failureQueue = new FailureQueue(this, 'FailureQueue', {
      of: DISPATCHER,
      failureMeans: functionFailureConsequences[DISPATCHER],
      alarms: operations.alarms,
    })
    table.grantAccess(dispatcher, tableAccessByLambda[DISPATCHER])
    this.age = dispatcher.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(5) })
    table.grantReadStream(dispatcher)
    for (const { queue } of Object.values(queues)) queue.grantSendMessages(dispatcher)

    new EventSourceMapping(this, 'Stream', {
      target: dispatcher,
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: { __edb_e__: { S: FilterRule.or('mail', 'auditEntry') } } },
        }),
        FilterCriteria.filter({
          eventName: FilterRule.or('INSERT', 'MODIFY'),
          dynamodb: {
            NewImage: {
              __edb_e__: { S: FilterRule.isEqual('dataExport') },
              status: { S: FilterRule.isEqual('queued') },
            },
          },
        }),
      ],
      batchSize: 100,
      bisectBatchOnError: true,
      // It fails when SQS does not answer, which is temporary: it retries for almost as long as the stream keeps
      // records, 24 hours.
      retryAttempts: 10_000,
      maxRecordAge: Duration.hours(23),
      onFailure: new SqsDlq(failureQueue),
    })
  }
}

import { Duration } from 'aws-cdk-lib'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { functionFailureConsequences } from '../function-failures.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import type { FileVault } from './file-vault.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

const RECEIVER = 'files/receive-scan-result'

export interface UploadReviewProps {
  readonly table: DataTable
  readonly files: FileVault
  readonly environment: FunctionEnvironment<typeof RECEIVER>
  readonly operations: FunctionMonitoring
}

export class UploadReview extends Construct {
  constructor(scope: Construct, id: string, { table, files, environment, operations }: UploadReviewProps) {
    super(scope, id)
    const receiver = new NonApiFunction(this, {
      name: RECEIVER,
      environment,
      operations,
      timeout: Duration.seconds(60),
    })
    const failureQueue = new FailureQueue(this, 'FailureQueue', {
      of: RECEIVER,
      failureMeans: functionFailureConsequences[RECEIVER],
      alarms: operations.alarms,
    })

    table.grantAccess(receiver, tableAccessByLambda[RECEIVER])
    files.grantReview(receiver)

    // The event may come before the object's tag: retried after one and after two minutes.
    receiver.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(failureQueue) })
    new Rule(this, 'ScanResults', {
      eventPattern: files.scanResults,
      targets: [new LambdaFunction(receiver, { deadLetterQueue: failureQueue, maxEventAge: Duration.hours(6) })],
    })
  }
}

import { Duration } from 'aws-cdk-lib'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { functionFailureConsequences } from '../function-failures.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import type { FileVault } from './file-vault.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

const MAKER = 'privacy/make-export'

export interface DataExportMakerProps {
  readonly table: DataTable
  readonly files: FileVault
  readonly environment: FunctionEnvironment<typeof MAKER>
  readonly operations: FunctionMonitoring
}

export class DataExportMaker extends Construct {
  constructor(scope: Construct, id: string, { table, files, environment, operations }: DataExportMakerProps) {
    super(scope, id)
    const maker = new NonApiFunction(this, { name: MAKER, environment, operations, timeout: Duration.minutes(15) })
    const gaveUp = new FailureQueue(this, 'GaveUp', {
      of: MAKER,
      failureMeans: functionFailureConsequences[MAKER],
      alarms: operations.alarms,
    })

    table.grantAccess(maker, tableAccessByLambda[MAKER])
    table.grantReadStream(maker)
    files.grantMakeExports(maker)

    new EventSourceMapping(this, 'Requests', {
      target: maker,
      eventSourceArn: table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
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
      // One that takes long keeps nobody else waiting.
      batchSize: 1,
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      retryAttempts: 2,
      maxRecordAge: Duration.hours(1),
      onFailure: new SqsDlq(gaveUp),
    })
  }
}

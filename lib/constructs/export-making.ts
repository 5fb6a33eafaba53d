import { Duration } from 'aws-cdk-lib'
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { tableAccess } from '../../functions/table-access.ts'
import { failureMeans } from '../failures.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import type { FileVault } from './file-vault.ts'
import { type EnvironmentOf, type Operations, TriggerFunction } from './product-function.ts'

const MAKER = 'privacy/make-export'

export interface ExportMakingProps {
  readonly table: DataTable
  readonly files: FileVault
  readonly environment: EnvironmentOf<typeof MAKER>
  readonly operations: Operations
}

export class ExportMaking extends Construct {
  constructor(scope: Construct, id: string, { table, files, environment, operations }: ExportMakingProps) {
    super(scope, id)
    const maker = new TriggerFunction(this, { name: MAKER, environment, operations, timeout: Duration.minutes(15) })
    const gaveUp = new FailureQueue(this, 'GaveUp', {
      of: MAKER,
      failureMeans: failureMeans[MAKER],
      alarms: operations.alarms,
    })

    table.grantAccess(maker, tableAccess[MAKER])
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

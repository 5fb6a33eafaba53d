import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import type { DataTable } from './data-table.ts'
import type { FileVault } from './file-vault.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'
import { WorkQueue } from './work-queue.ts'

const MAKER = 'privacy/make-export'

export interface DataExportMakerProps {
  readonly table: DataTable
  readonly files: FileVault
  readonly environment: FunctionEnvironment<typeof MAKER>
  readonly operations: FunctionMonitoring
}

export class DataExportMaker extends Construct {
  readonly requests: WorkQueue

  constructor(scope: Construct, id: string, { table, files, environment, operations }: DataExportMakerProps) {
    super(scope, id)
    const timeout = Duration.minutes(15)
    const maker = new NonApiFunction(this, { name: MAKER, environment, operations, timeout })

    table.grantAccess(maker, tableAccessByLambda[MAKER])
    files.grantMakeExports(maker)

    this.requests = new WorkQueue(this, 'Requests', {
      worker: maker,
      workerName: MAKER,
      timeout,
      attempts: 3,
      // A long export delays no other.
      batchSize: 1,
      concurrency: 10,
      operations,
    })
  }
}

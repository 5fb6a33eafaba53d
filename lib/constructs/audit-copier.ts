import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import type { AuditHistory } from './audit-history.ts'
import type { DataTable } from './data-table.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'
import { WorkQueue } from './work-queue.ts'

const COPIER = 'security/copy-audit-log'

export interface AuditCopierProps {
  readonly table: DataTable
  readonly history: AuditHistory
  readonly environment: FunctionEnvironment<typeof COPIER>
  readonly operations: FunctionMonitoring
}

export class AuditCopier extends Construct {
  readonly entries: WorkQueue

  constructor(scope: Construct, id: string, { table, history, environment, operations }: AuditCopierProps) {
    super(scope, id)
    const timeout = Duration.minutes(2)
    const copier = new NonApiFunction(this, { name: COPIER, environment, operations, timeout })
    table.grantAccess(copier, tableAccessByLambda[COPIER])
    history.grantCopy(copier)
    this.entries = new WorkQueue(this, 'Entries', {
      worker: copier,
      workerName: COPIER,
      timeout,
      // No entry may be lost: 1000, the most that SQS allows, last almost three days; then it is in the failure queue.
      attempts: 1000,
      batchSize: 1000,
      gather: Duration.seconds(60),
      concurrency: 2,
      operations,
    })
  }
}

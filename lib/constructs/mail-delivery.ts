import { Duration, Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IEventSourceDlq,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { ConfigurationSet } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { immediateAlertAuditActions } from '#contract/alert-actions'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { functionFailureConsequences } from '../function-failures.ts'
import type { DeploymentStage } from '../stages.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import type { FileVault } from './file-vault.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

const SENDER = 'mail/send-queued'

export interface MailDeliveryProps extends Pick<DeploymentStage, 'mail'> {
  readonly table: DataTable
  readonly files: FileVault
  readonly configurationSet: ConfigurationSet
  readonly environment: FunctionEnvironment<typeof SENDER>
  readonly operations: FunctionMonitoring
}

export class MailDelivery extends Construct {
  private readonly props: MailDeliveryProps

  constructor(scope: Construct, id: string, props: MailDeliveryProps) {
    super(scope, id)
    this.props = props
    const { table, environment, operations } = props
    const sender = new NonApiFunction(this, { name: SENDER, environment, operations, timeout: Duration.seconds(60) })
    const gaveUp = new FailureQueue(this, 'GaveUp', {
      of: SENDER,
      failureMeans: functionFailureConsequences[SENDER],
      alarms: operations.alarms,
    })

    this.grantDeliver(sender)
    table.grantAccess(sender, tableAccessByLambda[SENDER])
    table.grantReadStream(sender)

    this.followOutbox(sender, new SqsDlq(gaveUp))
  }

  grantDeliver(sender: IGrantable): void {
    const { files, mail, configurationSet } = this.props
    files.grantReadWriteReceipts(sender)
    if (!mail) return
    Grant.addToPrincipal({
      grantee: sender,
      actions: ['ses:SendRawEmail'],
      resourceArns: [
        this.toSesArn('identity', mail.identity),
        this.toSesArn('configuration-set', configurationSet.configurationSetName),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': mail.sender } },
    })
  }

  private toSesArn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName })
  }

  /** Checks that SES answers and lets us in; sends nothing. */
  grantReadSendQuota(grantee: IGrantable): void {
    // A stage without a sender cannot send, and being refused says so.
    if (!this.props.mail) return
    // SES knows no narrower resource for a question about the account.
    Grant.addToPrincipal({ grantee, actions: ['ses:GetSendQuota'], resourceArns: ['*'] })
  }

  private followOutbox(target: NonApiFunction<typeof SENDER>, onFailure: IEventSourceDlq): void {
    new EventSourceMapping(this, 'Outbox', {
      target,
      eventSourceArn: this.props.table.streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { NewImage: { __edb_e__: { S: FilterRule.isEqual('mail') } } },
        }),
        // What may be a grave alert, of which the practice is told by mail.
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: {
            NewImage: {
              __edb_e__: { S: FilterRule.isEqual('auditEntry') },
              action: { S: FilterRule.or(...immediateAlertAuditActions) },
            },
          },
        }),
      ],
      batchSize: 10,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: 3,
      maxRecordAge: Duration.hours(1),
      onFailure,
    })
  }
}

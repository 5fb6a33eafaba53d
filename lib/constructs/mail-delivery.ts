import { Duration, Stack } from 'aws-cdk-lib'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { ConfigurationSet } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import type { DeploymentStage } from '../stages.ts'
import { formatWildcardArnFinding, suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import type { DataTable } from './data-table.ts'
import type { FileVault } from './file-vault.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'
import { WorkQueue } from './work-queue.ts'

const SENDER = 'mail/send-queued'

export interface MailDeliveryProps extends Pick<DeploymentStage, 'mail'> {
  readonly table: DataTable
  readonly files: FileVault
  readonly configurationSet: ConfigurationSet
  readonly environment: FunctionEnvironment<typeof SENDER>
  readonly operations: FunctionMonitoring
}

export class MailDelivery extends Construct {
  readonly outbox: WorkQueue
  private readonly props: MailDeliveryProps

  constructor(scope: Construct, id: string, props: MailDeliveryProps) {
    super(scope, id)
    this.props = props
    const { table, environment, operations } = props
    const timeout = Duration.seconds(60)
    const sender = new NonApiFunction(this, { name: SENDER, environment, operations, timeout })

    this.grantDeliver(sender)
    table.grantAccess(sender, tableAccessByLambda[SENDER])

    this.outbox = new WorkQueue(this, 'Outbox', {
      worker: sender,
      workerName: SENDER,
      timeout,
      attempts: 4,
      batchSize: 10,
      // Minimum that Lambda allows: more senders would only wait for the same sending rate of SES.
      concurrency: 2,
      operations,
    })
  }

  grantDeliver(sender: IFunction): void {
    const { files, mail, configurationSet } = this.props
    files.grantReadWriteReceipts(sender)
    if (!mail) return
    Grant.addToPrincipal({
      grantee: sender,
      actions: ['ses:SendRawEmail'],
      resourceArns: [
        // In the sandbox SES asks IAM about the recipient's identity too, a tester's address. The sender is bound below.
        this.toSesArn('identity', '*'),
        this.toSesArn('configuration-set', configurationSet.configurationSetName),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': mail.sender } },
    })
    if (!sender.role) return
    suppressCdkNagFindings(sender.role, {
      [formatWildcardArnFinding(this, this.toSesArn('identity', '*'))]:
        'Recipients are identities while the account is in the sandbox; the sender is bound by a condition.',
    })
  }

  /** In every stage: the list is the account's, and knows no narrower resource. */
  grantForgetAddresses(grantee: IGrantable): void {
    Grant.addToPrincipal({ grantee, actions: ['ses:DeleteSuppressedDestination'], resourceArns: ['*'] })
  }

  private toSesArn(resource: string, resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'ses', resource, resourceName })
  }

  grantReadSendQuota(grantee: IGrantable): void {
    // A stage without a sender cannot send: the health check reports the missing permission.
    if (!this.props.mail) return
    // GetSendQuota is about the account and has no narrower resource.
    Grant.addToPrincipal({ grantee, actions: ['ses:GetSendQuota'], resourceArns: ['*'] })
  }
}

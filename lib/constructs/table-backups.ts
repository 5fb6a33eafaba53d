import { ArnFormat, Aws, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import { Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { AccountPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import type { DeploymentStage } from '../stages.ts'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import type { Alarms } from './alarms.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'

export interface TableBackupsProps extends NonNullable<DeploymentStage['backup']> {
  readonly table: DataTable
  readonly alarms: Alarms
}

/** Same retention as point-in-time recovery; nothing of an erased person may live on for longer than 60 days. */
const KEPT = Duration.days(35)
/** A locked vault refuses longer retention, also for backups made by hand. */
const LONGEST = Duration.days(45)
/** A locked vault refuses shorter retention: with a day, every backup could soon be gone. */
const SHORTEST = Duration.days(7)

export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, { table, alarms, lock, copyToVaultArn }: TableBackupsProps) {
    super(scope, id)
    const vault = new BackupVault(this, 'Vault', {
      // The vault is retained when its stack is deleted, so a new stack needs another name.
      backupVaultName: `habitat-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      encryptionKey: this.createKey(copyToVaultArn),
      ...(lock && {
        lockConfiguration: {
          minRetention: SHORTEST,
          maxRetention: LONGEST,
          // Within three days the lock can still be removed; after that nobody can, not even AWS.
          ...(lock === 'compliance' && { changeableFor: Duration.days(3) }),
        },
      }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    if (copyToVaultArn) this.allowCopyingBack(vault, copyToVaultArn)
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault })
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: '2', minute: '30' }),
        deleteAfter: KEPT,
        ...(copyToVaultArn && {
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', copyToVaultArn),
              deleteAfter: KEPT,
            },
          ],
        }),
      }),
    )
    const selection = plan.addSelection('Table', {
      resources: [BackupResource.fromArn(table.table.tableArn)],
      allowRestores: true,
    })
    suppressCdkNagFindings(selection, {
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]':
        "AWS Backup's own policy, for a role that only AWS Backup can take; it changes with the service.",
      'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForRestores]':
        "AWS Backup's own policy, for a role that only AWS Backup can take; it changes with the service.",
    })
    this.alarmOnFailures(alarms)
  }

  private alarmOnFailures(alarms: Alarms): void {
    const failureQueue = new FailureQueue(this, 'FailureQueue', {
      of: 'backups',
      failureMeans: 'A nightly backup of the table, or its copy in the other account, was not made.',
      alarms,
      failures: 'jobs',
    })
    new Rule(this, 'Failures', {
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'] },
      },
      targets: [new SqsQueue(failureQueue)],
    })
  }

  /** A vault without a policy takes nothing from another account, and the copies there can be restored only from here. */
  private allowCopyingBack(vault: BackupVault, copyToVaultArn: string): void {
    vault.addToAccessPolicy(
      new PolicyStatement({
        sid: 'CopiesFromTheOtherAccount',
        principals: [this.toAccount(copyToVaultArn)],
        actions: ['backup:CopyIntoBackupVault'],
        resources: ['*'],
      }),
    )
  }

  private toAccount(vaultArn: string): AccountPrincipal {
    const { account = '' } = Stack.of(this).splitArn(vaultArn, ArnFormat.COLON_RESOURCE_NAME)
    return new AccountPrincipal(account)
  }

  private createKey(copyToVaultArn: string | undefined): Key {
    const key = new Key(this, 'Key', {
      description: 'Seals the backups of the table',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    if (copyToVaultArn) {
      const otherAccount = this.toAccount(copyToVaultArn)
      // The other account decrypts the copy, then encrypts it with the key of its own vault.
      key.addToResourcePolicy(
        new PolicyStatement({
          sid: 'CopiesToTheOtherAccount',
          principals: [otherAccount],
          actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey', 'kms:ReEncryptFrom'],
          resources: ['*'],
        }),
      )
      key.addToResourcePolicy(
        new PolicyStatement({
          sid: 'GrantsForCopies',
          principals: [otherAccount],
          actions: ['kms:CreateGrant'],
          resources: ['*'],
          conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
        }),
      )
    }
    return key
  }
}

import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import { toRunbookPath } from '../runbook.ts'
import type { Alarms } from './alarms.ts'

export interface FailureQueueProps {
  readonly of: string
  readonly failureMeans: string
  readonly alarms: Alarms
  /**
   * 'messages' that another queue gave up, 'calls' of a function, or events of failed AWS 'jobs'.
   * @default 'calls'
   */
  readonly failures?: 'calls' | 'messages' | 'jobs'
}

export class FailureQueue extends Queue {
  constructor(scope: Construct, id: string, { of, failureMeans, alarms, failures = 'calls' }: FailureQueueProps) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    if (failures === 'calls') {
      suppressCdkNagFindings(this, { SQS3: 'This queue is itself the dead-letter queue of a function.' })
    }
    if (failures === 'jobs') {
      suppressCdkNagFindings(this, { SQS3: 'Nothing reads this queue but whoever looks at what has failed.' })
    }

    const waiting = this.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) })
    alarms.add(`${of.replace('/', '-')}FailureQueue`, waiting, {
      threshold: 1,
      // The newest minutes are not published yet.
      evaluationPeriods: 5,
      datapointsToAlarm: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${failureMeans} Work was given up after every retry. Runbook: ${toRunbookPath(of)}`,
    })
  }
}

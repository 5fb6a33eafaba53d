import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { toRunbookPath } from '../runbook.ts'
import type { Alarms } from './alarms.ts'
import { productMetric } from './product-metric.ts'

export interface MailAlarmsProps {
  readonly alarms: Alarms
  readonly sendsMail: boolean
}

/** Three runs of the retry schedule, which runs every five minutes. */
const LATE_MINUTES = 15

/** From these rates AWS reviews an account; at 10 % and 0.5 % it may stop its sending. */
const MAX_BOUNCE_RATE = 0.05
const MAX_COMPLAINT_RATE = 0.001

export class MailAlarms extends Construct {
  private readonly alarms: Alarms

  constructor(scope: Construct, id: string, { alarms, sendsMail }: MailAlarmsProps) {
    super(scope, id)
    this.alarms = alarms
    if (sendsMail) this.watchQueue()
    this.alarmAt('Bounces', reputation('Reputation.BounceRate'), {
      threshold: MAX_BOUNCE_RATE,
      text: `AWS may soon stop all mails: too many go to addresses that do not exist. Runbook: ${toRunbookPath('mail/reputation')}`,
    })
    this.alarmAt('Complaints', reputation('Reputation.ComplaintRate'), {
      threshold: MAX_COMPLAINT_RATE,
      text: `AWS may soon stop all mails: too many readers report them as spam. Runbook: ${toRunbookPath('mail/reputation')}`,
    })
  }

  private watchQueue(): void {
    this.alarmAt('Late', productMetric(this, 'OldestQueuedMail', { period: Duration.minutes(5) }), {
      threshold: LATE_MINUTES * 60,
      text: `No mail, or not every mail, leaves: one has been waiting for over ${LATE_MINUTES} minutes. Runbook: ${toRunbookPath('mail/send-queued')}`,
    })
  }

  private alarmAt(id: string, metric: Metric, { threshold, text }: { threshold: number; text: string }): void {
    this.alarms.add(`Mail${id}`, metric, {
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.IGNORE,
      alarmDescription: text,
    })
  }
}

/** SES measures the whole account, all stages together, and not continuously. */
const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' })

export const mailReputationMetrics: Readonly<Record<string, Metric>> = {
  'bounces, as a share': reputation('Reputation.BounceRate'),
  'complaints, as a share': reputation('Reputation.ComplaintRate'),
}

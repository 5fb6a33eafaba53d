import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { lambdaSchedules } from '#platform/lambdas'
import { functionFailureConsequences } from '../function-failures.ts'
import { listRecordKeys } from '../records.ts'
import { toRunbookPath } from '../runbook.ts'
import type { Alarms } from './alarms.ts'
import { productMetric } from './product-metric.ts'
import type { ScheduledJobName } from './scheduled-jobs.ts'

export interface ProductAlarmsProps {
  readonly alarms: Alarms
  /** Delay behind the table's stream, in milliseconds. */
  readonly streamAge: Metric
}

interface AlarmOfMetric {
  readonly metric: Metric | MathExpression
  readonly threshold: number
  /** What people notice; the text of the alarm begins with it. */
  readonly means: string
  readonly runbook: string
  /** @default 1 */
  readonly periods?: number
  /**
   * Of `periods`.
   * @default - all
   */
  readonly breaching?: number
  readonly onSilence?: boolean
}

const FIVE_MINUTES = Duration.minutes(5)

/**
 * Fewest calls in five minutes for the percentage below: with fewer, one fault is already a large share, and the
 * function's own alarm reports it.
 */
const MIN_CALLS = 20
const MAX_FAULTS_PERCENT = 5

export class ProductAlarms extends Construct {
  private readonly alarms: Alarms

  constructor(scope: Construct, id: string, { alarms, streamAge }: ProductAlarmsProps) {
    super(scope, id)
    this.alarms = alarms
    this.watchRefunds()
    this.watchMails()
    this.watchStrangers()
    this.watchApi()
    this.alarm('StreamLate', {
      metric: streamAge,
      threshold: Duration.minutes(15).toMilliseconds(),
      means:
        'Receipts, notices and downloads of personal data come late: what happened was not handed on for 15 minutes.',
      runbook: 'changes/dispatch',
    })
    for (const schedule of listRecordKeys(lambdaSchedules)) this.watchSchedule(schedule)
  }

  private watchRefunds(): void {
    this.alarm('RefundFailed', {
      metric: productMetric(this, 'RefundFailed', { period: FIVE_MINUTES }),
      threshold: 1,
      means: 'A client does not get back the money that was promised: a refund failed.',
      runbook: 'payments/continue-refunds',
    })
  }

  private watchMails(): void {
    this.alarm('MailFailed', {
      metric: productMetric(this, 'MailFailed', { period: FIVE_MINUTES }),
      threshold: 1,
      means: 'Somebody does not get a mail that they wait for: it was given up.',
      runbook: 'mail/retry-unsent',
    })
  }

  private watchStrangers(): void {
    this.alarm('Threat', {
      metric: productMetric(this, 'ThreatFound', { period: FIVE_MINUTES }),
      threshold: 1,
      means: 'A file that somebody uploaded holds malware; it was rejected, and the client does not see it.',
      runbook: 'files/receive-scan-result',
    })
    this.alarm('Signatures', {
      // Stripe repeats a refused event after minutes, then hours: one purchase a day has to be enough, one forgery must not.
      metric: productMetric(this, 'SignatureInvalid', { period: Duration.hours(6) }),
      threshold: 2,
      means: 'Paid orders may stay pending: events for the webhook come with wrong signatures.',
      runbook: 'payments/stripe-webhook',
    })
  }

  private watchApi(): void {
    this.alarm('Throttled', {
      metric: productMetric(this, 'Throttled', { period: FIVE_MINUTES }),
      threshold: 50,
      means: 'People read that they try too often, or pages do not load: calls are refused for their number.',
      runbook: 'api',
    })
    const calls = productMetric(this, 'ApiCall', { period: FIVE_MINUTES })
    const faults = productMetric(this, 'ServerError', { period: FIVE_MINUTES })
    this.alarm('Faults', {
      metric: new MathExpression({
        expression: `IF(FILL(calls, 0) >= ${MIN_CALLS}, 100 * FILL(faults, 0) / calls, 0)`,
        usingMetrics: { calls, faults },
        period: FIVE_MINUTES,
      }),
      threshold: MAX_FAULTS_PERCENT,
      // Calls of the newest period are not all published yet; the one before it is complete.
      periods: 2,
      breaching: 1,
      means: `Pages say that something went wrong: at least ${MAX_FAULTS_PERCENT} % of all calls end in a fault.`,
      runbook: 'api',
    })
    this.alarm('NoRoom', {
      // Without dimensions: all functions of the account in this region share the concurrency limit.
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: FIVE_MINUTES }),
      threshold: 5,
      means: 'Pages do not load: more functions would run at once than the account may.',
      runbook: 'api',
    })
  }

  private watchSchedule(schedule: ScheduledJobName): void {
    this.alarm(`Silent-${schedule.replace('/', '-')}`, {
      metric: productMetric(this, 'ScheduleRan', { period: toPeriod(schedule), dimensions: { schedule } }),
      threshold: 1,
      onSilence: true,
      // Two in a row: the first period may have begun before the schedule existed.
      periods: 2,
      means: `${functionFailureConsequences[schedule]} It has not run to its end.`,
      runbook: 'clock',
    })
  }

  private alarm(
    id: string,
    { metric, threshold, means, runbook, periods = 1, breaching, onSilence = false }: AlarmOfMetric,
  ): void {
    this.alarms.add(id, metric, {
      threshold,
      evaluationPeriods: periods,
      ...(breaching !== undefined && { datapointsToAlarm: breaching }),
      comparisonOperator: onSilence
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: onSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${means} Runbook: ${toRunbookPath(runbook)}`,
    })
  }
}

/** Period with at least one run. An alarm evaluates a day at most if its period is below an hour, else seven days. */
function toPeriod(schedule: ScheduledJobName): Duration {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(lambdaSchedules[schedule]) ?? []
  const minutes = Number(count) * { minute: 1, hour: 60, day: 1440 }[unit as 'minute' | 'hour' | 'day']
  if (minutes < 60) return Duration.minutes(15)
  return minutes === 60 ? Duration.hours(2) : Duration.days(1)
}

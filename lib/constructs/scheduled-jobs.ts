import { Duration, Stack } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import { lambdaSchedules } from '#platform/lambdas'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { suppressCdkNagFindings, formatWildcardFinding } from '../suppress-cdk-nag-findings.ts'
import { listRecordKeys, createRecordFromKeys } from '../records.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

export type ScheduledJobName = keyof typeof lambdaSchedules

export interface ScheduledJobsProps {
  readonly table: DataTable
  readonly environment: FunctionEnvironment<ScheduledJobName>
  readonly operations: FunctionMonitoring
}

/**
 * Longer than the default of two minutes: erasures move files, a recount reads all clients, an export all
 * accounts, the check the log.
 */
const timeouts: Partial<Readonly<Record<ScheduledJobName, Duration>>> = {
  'customers/recount': Duration.minutes(10),
  'privacy/erase-due': Duration.minutes(15),
  'recovery/export-accounts': Duration.minutes(10),
  'security/check-audit-log': Duration.minutes(15),
}

export class ScheduledJobs extends Construct {
  readonly functions: Readonly<Record<ScheduledJobName, NonApiFunction<ScheduledJobName>>>
  /** One role for all schedules, which may only start scheduled functions: one role each would add 15 roles. */
  private readonly clock: Role
  private readonly failureQueue: FailureQueue

  constructor(scope: Construct, id: string, props: ScheduledJobsProps) {
    super(scope, id)
    const stack = Stack.of(this)
    this.clock = new Role(this, 'role-of-clock', {
      // Otherwise a schedule of any account could name this role. The source is the group, not the schedule:
      // https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: {
            'aws:SourceAccount': stack.account,
            'aws:SourceArn': stack.formatArn({
              service: 'scheduler',
              resource: 'schedule-group',
              resourceName: 'default',
            }),
          },
        },
      }),
    })
    this.failureQueue = new FailureQueue(this, 'FailureQueue', {
      of: 'clock',
      failureMeans: 'Something that the product does by the clock was not done.',
      alarms: props.operations.alarms,
    })
    this.functions = createRecordFromKeys(listRecordKeys(lambdaSchedules), (name) => this.run(name, props))
  }

  private run(
    name: ScheduledJobName,
    { table, environment, operations }: ScheduledJobsProps,
  ): NonApiFunction<ScheduledJobName> {
    const id = name.replace('/', '-')
    const timeout = timeouts[name] ?? Duration.minutes(2)
    const called = new NonApiFunction(this, { name, environment, operations, timeout })
    table.grantAccess(called, tableAccessByLambda[name])
    suppressCdkNagFindings(this.clock, {
      [formatWildcardFinding(called, ':*')]: 'Versions of this one function; the CDK grants them with it.',
    })

    called.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(this.failureQueue) })

    new Schedule(this, `${id}-schedule`, {
      schedule: ScheduleExpression.expression(lambdaSchedules[name]),
      target: new LambdaInvoke(called, {
        role: this.clock,
        deadLetterQueue: this.failureQueue,
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
      }),
    })
    return called
  }
}

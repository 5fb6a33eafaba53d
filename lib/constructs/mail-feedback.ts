import { Duration } from 'aws-cdk-lib'
import { EventBus, Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { ConfigurationSet, EmailSendingEvent, EventDestination, SuppressionReasons } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { functionFailureConsequences } from '../function-failures.ts'
import type { DataTable } from './data-table.ts'
import { FailureQueue } from './failure-queue.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

const RECORDER = 'mail/record-feedback'

export interface MailFeedbackProps {
  readonly table: DataTable
  readonly environment: FunctionEnvironment<typeof RECORDER>
  readonly operations: FunctionMonitoring
}

export class MailFeedback extends Construct {
  /** Every mail names it, Cognito's too; without it SES publishes no events. */
  readonly configurationSet: ConfigurationSet

  constructor(scope: Construct, id: string, { table, environment, operations }: MailFeedbackProps) {
    super(scope, id)
    this.configurationSet = new ConfigurationSet(this, 'Mails', {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    })
    const recorder = new NonApiFunction(this, { name: RECORDER, environment, operations, timeout: Duration.minutes(1) })
    const failureQueue = new FailureQueue(this, 'FailureQueue', {
      of: RECORDER,
      failureMeans: functionFailureConsequences[RECORDER],
      alarms: operations.alarms,
    })

    table.grantAccess(recorder, tableAccessByLambda[RECORDER])

    // SES publishes to the default bus alone.
    this.configurationSet.addEventDestination('Events', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.SEND, EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
    })
    recorder.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(failureQueue) })
    new Rule(this, 'Refused', {
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Sent', 'Email Bounced', 'Email Complaint Received', 'Email Rejected'],
        // The default bus belongs to the account, which may hold other stages.
        detail: { mail: { tags: { 'ses:configuration-set': [this.configurationSet.configurationSetName] } } },
      },
      targets: [
        new LambdaFunction(recorder, {
          deadLetterQueue: failureQueue,
          retryAttempts: 3,
          maxEventAge: Duration.hours(1),
        }),
      ],
    })
  }
}

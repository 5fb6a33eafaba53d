import type { CreateAlarmOptions, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { DeploymentStage } from '../stages.ts'

/** SNS asks `alarmEmail` once to confirm the subscription. */
export type AlarmsProps = Pick<DeploymentStage, 'alarmEmail'>

export class Alarms extends Construct {
  readonly topic: Topic
  /** Nested stack (docs/decisions/0021): each alarm is a resource, and a stack holds at most 500. */
  readonly stack: NestedStack

  constructor(scope: Construct, id: string, { alarmEmail }: AlarmsProps) {
    super(scope, id)
    const key = new Key(this, 'Key', {
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })

    // A topic with its own policy loses the default permission of the account's alarms, and an encrypted one drops
    // messages of publishers without access to its key. Both happen silently.
    for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
      const publisher = {
        principals: [new ServicePrincipal(service)],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }
      this.topic.addToResourcePolicy(
        new PolicyStatement({ ...publisher, actions: ['sns:Publish'], resources: [this.topic.topicArn] }),
      )
      key.addToResourcePolicy(
        new PolicyStatement({ ...publisher, actions: ['kms:Decrypt', 'kms:GenerateDataKey*'], resources: ['*'] }),
      )
    }

    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail))
    this.stack = new NestedStack(this, 'Watching')
  }

  add(id: string, metric: Metric | MathExpression, options: CreateAlarmOptions): void {
    const alarm = metric.createAlarm(this.stack, id, options)
    alarm.addAlarmAction(new SnsAction(this.topic))
    alarm.addOkAction(new SnsAction(this.topic))
  }
}

import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { MetricAlarm } from '../cloudwatch/alarm.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { listStackResources } from './resources.ts'

export interface DeployedAlarm {
  /** Logical id. */
  readonly id: string
  readonly definition: MetricAlarm
  /**
   * Addresses that CloudWatch notifies.
   * @throws AccessDeniedError if CloudWatch lacks the permission to publish
   */
  readonly tell: () => readonly string[]
}

interface AlarmProperties extends MetricAlarm {
  readonly AlarmActions?: readonly string[]
}

interface SubscriptionProperties {
  readonly TopicArn: string
  readonly Protocol: string
  readonly Endpoint: string
}

const evaluated = [
  'ComparisonOperator',
  'DatapointsToAlarm',
  'Dimensions',
  'EvaluationPeriods',
  'MetricName',
  'Metrics',
  'Namespace',
  'Period',
  'Statistic',
  'Threshold',
  'TreatMissingData',
  'Unit',
] as const

/** Properties that the local evaluation of alarms supports. */
export const alarmProperties = [...evaluated, 'AlarmActions'] as const

export function readAlarms(stack: TemplateStack, calls: Pick<ServiceCalls, 'publishAlarm'>): readonly DeployedAlarm[] {
  const subscriptions = listStackResources<SubscriptionProperties>(stack, 'AWS::SNS::Subscription', [
    'Endpoint',
    'Protocol',
    'TopicArn',
  ]).map(({ properties }) => properties)
  return listStackResources<AlarmProperties>(stack, 'AWS::CloudWatch::Alarm', alarmProperties).map(
    ({ logicalId, properties: { AlarmActions = [], ...definition } }) => ({
      id: logicalId,
      definition,
      tell: () =>
        AlarmActions.flatMap((topic) => {
          calls.publishAlarm(topic)
          return subscriptions
            .filter(({ Protocol, TopicArn }) => Protocol === 'email' && TopicArn === topic)
            .map(({ Endpoint }) => Endpoint)
        }),
    }),
  )
}

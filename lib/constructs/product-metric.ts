import { type Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import { METRIC_NAMESPACE, metricList, type MetricName } from '#platform/metric-list'

interface MetricPart {
  readonly period: Duration
  readonly dimensions?: Readonly<Record<string, string>>
}

export const productMetric = (scope: Construct, name: MetricName, { period, dimensions }: MetricPart): Metric =>
  new Metric({
    namespace: METRIC_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: stageStackOf(scope).stackName, ...dimensions },
    statistic: metricList[name].statistic,
    period,
  })

const stageStackOf = (scope: Construct): Stack => Stack.of(scope).nestedStackParent ?? Stack.of(scope)

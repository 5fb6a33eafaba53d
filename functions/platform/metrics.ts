import { Metrics } from '@aws-lambda-powertools/metrics'
import { log } from './log.ts'
import { type FunctionMetricName, METRIC_NAMESPACE, metricList } from './metric-list.ts'

const metrics = new Metrics({ namespace: METRIC_NAMESPACE, logger: log })

/** One log line each, which CloudWatch reads the metric from: nothing is lost when the function fails. */
export function recordMetric(
  name: FunctionMetricName,
  value = 1,
  dimensions: Readonly<Record<string, string>> = {},
): void {
  const metric = metrics.singleMetric()
  for (const [dimension, of] of Object.entries(dimensions)) metric.addDimension(dimension, of)
  metric.addMetric(name, metricList[name].unit, value)
}

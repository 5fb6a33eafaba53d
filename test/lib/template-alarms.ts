import type { Template } from 'aws-cdk-lib/assertions'
import type { MetricAlarm } from '../../bin/local/cloudwatch/alarm.ts'
import { type Datapoint, PUBLISHING_MS } from '../../bin/local/cloudwatch/metrics.ts'
import type { LogMetric } from '../support/embedded-metrics.ts'
import { findTemplateResources, renderTemplateValue } from './synthesised.ts'

export interface TemplateAlarm extends MetricAlarm {
  readonly id: string
  readonly AlarmDescription: string
  readonly AlarmActions: readonly unknown[]
  readonly OKActions?: readonly unknown[]
}

const isReference = (value: object): boolean =>
  Object.keys(value).some((key) => key === 'Ref' || key.startsWith('Fn::'))

function renderReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renderReferences)
  if (typeof value !== 'object' || value === null) return value
  if (isReference(value)) return renderTemplateValue(value)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renderReferences(each)]))
}

/** All alarms of the template, with references as `${LogicalId}`. */
export const listTemplateAlarms = (template: Template): readonly TemplateAlarm[] =>
  Object.entries(findTemplateResources(template, 'AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => ({
    id: id.slice(id.indexOf('.') + 1),
    ...(renderReferences(Properties) as Omit<TemplateAlarm, 'id'>),
  }))

/** Measured within the first minute of 1970. */
export const toDatapoints = (measured: readonly LogMetric[]): readonly Datapoint[] =>
  measured.map(({ dimensions = {}, ...metric }) => ({
    ...metric,
    dimensions,
    unit: 'None',
    at: 0,
    visibleAt: PUBLISHING_MS,
  }))

/** By then alarms have seen those datapoints: one that has not sounded never will. */
export const ONCE_SEEN = 15 * 60_000

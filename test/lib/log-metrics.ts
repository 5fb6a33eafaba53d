import type { Template } from 'aws-cdk-lib/assertions'
import { type LogMetric, type LogRecord, readEmbeddedMetrics } from '../support/embedded-metrics.ts'
import { findLogicalId, findTemplateResources } from './synthesised.ts'

export const lambdaLevels = { debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const
export type ConsoleMethod = keyof typeof lambdaLevels
export const consoleMethods = Object.keys(lambdaLevels) as ConsoleMethod[]

export function toLogRecord(method: ConsoleMethod, message: unknown): LogRecord {
  // Lambda passes JSON lines on unchanged.
  if (typeof message === 'string' && message.startsWith('{')) return JSON.parse(message) as LogRecord
  return { timestamp: '2026-11-21T09:00:00.000Z', level: lambdaLevels[method], requestId: 'request-1', message }
}

function readSelector(selector: string, record: LogRecord): unknown {
  const [, path] = /^\$\.([\w.]+)$/.exec(selector) ?? []
  if (!path) throw new Error(`cannot evaluate ${selector}`)
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], record)
}

/** CloudWatch's `{ $.name = "text" }` with or without a trailing star, the only form that our filters have. */
function matchesFilterPattern(pattern: string, record: LogRecord): boolean {
  const [, selector, text = '', star] = /^\{ (\$[\w.]+) = "(\w*)(\*?)" \}$/.exec(pattern) ?? []
  if (!selector) throw new Error(`cannot evaluate ${pattern}`)
  const value = readSelector(selector, record)
  return typeof value === 'string' && (star ? value.startsWith(text) : value === text)
}

export function measureLogRecord(template: Template, name: string, record: LogRecord): readonly LogMetric[] {
  const id = findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))
  const { LoggingConfig, Environment } = findTemplateResources(template, 'AWS::Lambda::Function')[id]?.Properties ?? {}
  const service = String(Environment.Variables.POWERTOOLS_SERVICE_NAME)
  const embedded = readEmbeddedMetrics(record).map(({ namespace, name: metric, value, dimensions }) => ({
    namespace,
    name: metric,
    value,
    // From the template's variable, not this process's.
    dimensions: { ...dimensions, service },
  }))
  return [...embedded, ...measureByFilters(template, LoggingConfig.LogGroup.Ref as string, record)]
}

export function measureByFilters(template: Template, logGroupId: string, record: LogRecord): readonly LogMetric[] {
  return Object.values(findTemplateResources(template, 'AWS::Logs::MetricFilter'))
    .filter(({ Properties }) => Properties.LogGroupName.Ref === logGroupId)
    .filter(({ Properties }) => matchesFilterPattern(Properties.FilterPattern, record))
    .flatMap(({ Properties }) => Properties.MetricTransformations as MetricTransformation[])
    .map(({ MetricNamespace, MetricName, MetricValue, Dimensions }) => ({
      namespace: MetricNamespace,
      name: MetricName,
      value: Number(MetricValue.startsWith('$') ? readSelector(MetricValue, record) : MetricValue),
      ...(Dimensions && {
        dimensions: Object.fromEntries(
          Dimensions.map(({ Key, Value }) => [Key, String(readSelector(Value, record))] as const),
        ),
      }),
    }))
}

interface MetricTransformation {
  readonly MetricNamespace: string
  readonly MetricName: string
  readonly MetricValue: string
  readonly Dimensions?: readonly { readonly Key: string; readonly Value: string }[]
}

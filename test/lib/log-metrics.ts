import type { Template } from 'aws-cdk-lib/assertions'
import { findLogicalId, findTemplateResources } from './synthesised.ts'

/** Lambda's level for each method of the console, where a function logs JSON. */
export const lambdaLevels = { debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const
export type ConsoleMethod = keyof typeof lambdaLevels
export const consoleMethods = Object.keys(lambdaLevels) as ConsoleMethod[]

/** A line of a function's log as Lambda writes it. */
export type LogRecord = Readonly<Record<string, unknown>>

export const toLogRecord = (method: ConsoleMethod, message: unknown): LogRecord => ({
  timestamp: '2026-11-21T09:00:00.000Z',
  level: lambdaLevels[method],
  requestId: 'request-1',
  message,
})

/** `$.message.mail` */
function readSelector(selector: string, record: LogRecord): unknown {
  const [, path] = /^\$\.([\w.]+)$/.exec(selector) ?? []
  if (!path) throw new Error(`cannot judge ${selector}`)
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], record)
}

/** CloudWatch's `{ $.name = "text" }`, the one form that our filters have. */
function matchesFilterPattern(pattern: string, record: LogRecord): boolean {
  const [, selector, text] = /^\{ (\$[\w.]+) = "(\w+)" \}$/.exec(pattern) ?? []
  if (!selector) throw new Error(`cannot judge ${pattern}`)
  return readSelector(selector, record) === text
}

export interface LogMetric {
  readonly namespace: string
  readonly name: string
  readonly value: number
}

/** What CloudWatch measures of this line in the function's log, by the filters of the template. */
export function measureLogRecord(template: Template, name: string, record: LogRecord): readonly LogMetric[] {
  const id = findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))
  const log = findTemplateResources(template, 'AWS::Lambda::Function')[id]?.Properties.LoggingConfig.LogGroup
  return Object.values(findTemplateResources(template, 'AWS::Logs::MetricFilter'))
    .filter(({ Properties }) => Properties.LogGroupName.Ref === log.Ref)
    .filter(({ Properties }) => matchesFilterPattern(Properties.FilterPattern, record))
    .flatMap(({ Properties }) => Properties.MetricTransformations as Readonly<Record<string, string>>[])
    .map(({ MetricNamespace = '', MetricName = '', MetricValue = '' }) => ({
      namespace: MetricNamespace,
      name: MetricName,
      value: Number(MetricValue.startsWith('$') ? readSelector(MetricValue, record) : MetricValue),
    }))
}

import { describe, expect, test, vi } from 'vitest'
import { type ApiDomain, apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { nonApiLambdaVariables } from '#platform/lambdas'
import type { LogRecord } from '../support/embedded-metrics.ts'
import { consoleMethods, measureLogRecord, toLogRecord } from './log-metrics.ts'
import { findLogicalId, findTemplateResources, getWholeTemplate } from './synthesised.ts'

const template = getWholeTemplate()
const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]

interface Metric {
  readonly namespace: string
  readonly name: string
  readonly functionId?: string
}

const idOf = (name: string) => findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))

/** Metrics that count this line of the function's log. */
const metricsCounting = (name: string, record: LogRecord): readonly Metric[] =>
  measureLogRecord(template, name, record).map(({ value, ...metric }) => {
    expect(value).toBe(1)
    return metric
  })

/** Of the alarm whose sum over `seconds` has to reach `threshold`. */
function alarmOf(name: string) {
  const { Metrics, ...alarm } =
    findTemplateResources(template, 'AWS::CloudWatch::Alarm')[
      findLogicalId(template, 'AWS::CloudWatch::Alarm', `${name.replaceAll(/[^a-z]/g, '')}Failed`)
    ]?.Properties ?? {}
  const [sum, ...summed] = Metrics as readonly MetricOfAlarm[]
  return {
    sounds: {
      expression: sum?.Expression,
      periods: alarm.EvaluationPeriods,
      comparison: alarm.ComparisonOperator,
      threshold: alarm.Threshold,
      seconds: [...new Set(summed.map(({ MetricStat }) => MetricStat?.Period))],
      statistics: [...new Set(summed.map(({ MetricStat }) => MetricStat?.Stat))],
    },
    metrics: Object.fromEntries(summed.map(({ Id, MetricStat }) => [Id, toMetric(MetricStat?.Metric)])),
  }
}

interface MetricOfAlarm {
  readonly Id: string
  readonly Expression?: string
  readonly MetricStat?: { readonly Period: number; readonly Stat: string; readonly Metric: MetricInTemplate }
}
interface MetricInTemplate {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: { readonly Ref: string } }[]
}

const toMetric = (metric: MetricInTemplate | undefined): Metric => ({
  namespace: metric?.Namespace ?? '',
  name: metric?.MetricName ?? '',
  ...(metric?.Dimensions?.[0]?.Name === 'FunctionName' && { functionId: metric.Dimensions[0].Value.Ref }),
})

describe('the alarm of a function', () => {
  test.for(names)('%s counts what it logs as a fault, and what it throws, and nothing else', (name) => {
    const { thrown, logged } = alarmOf(name).metrics
    const counting = consoleMethods.filter((method) =>
      metricsCounting(name, toLogRecord(method, 'a line')).some((metric) => metric.name === logged?.name),
    )

    expect(counting).toEqual(['error'])
    expect(metricsCounting(name, toLogRecord('error', 'a line'))).toEqual([logged])
    expect(thrown).toEqual({ namespace: 'AWS/Lambda', name: 'Errors', functionId: idOf(name) })
  })

  /** They can refuse only by throwing: a few in five minutes are refusals. */
  const patient: Readonly<Record<string, { threshold: number; seconds: readonly number[] }>> = {
    'account/pre-sign-up': { threshold: 5, seconds: [300] },
    'account/pre-authentication': { threshold: 5, seconds: [300] },
  }

  test.for(names)('%s sounds at the first fault, and where refusals are thrown at the fifth', (name) => {
    expect(alarmOf(name).sounds).toEqual({
      expression: 'MAX([FILL(thrown, 0), FILL(logged, 0)])',
      periods: 1,
      comparison: 'GreaterThanOrEqualToThreshold',
      statistics: ['Sum'],
      ...(patient[name] ?? { threshold: 1, seconds: [60] }),
    })
  })

  test('counts no other function’s faults', () => {
    const counted = names.map((name) => alarmOf(name).metrics['logged']?.name)
    expect(new Set(counted).size).toBe(names.length)
  })
})

type Serving = (open: () => unknown) => (event: object, context: object) => Promise<{ statusCode: number }>

async function callHandler(domain: ApiDomain, openServices: () => unknown) {
  const { createLambdaHandler } = (await import(`../../functions/${domain}/handler.ts`)) as {
    createLambdaHandler: Serving
  }
  const [endpoint] = Object.values<Endpoint>(endpointsByDomain[domain])
  const routeKey = `${endpoint?.method} ${endpoint?.path}`
  const records: LogRecord[] = []
  for (const method of consoleMethods) {
    vi.spyOn(console, method).mockImplementation((message) => void records.push(toLogRecord(method, message)))
  }
  const event = { routeKey, headers: {}, requestContext: { requestId: 'request-1', http: { sourceIp: '192.0.2.1' } } }
  const { statusCode } = await createLambdaHandler(openServices)(event, {})
  vi.restoreAllMocks()
  return { statusCode, counted: records.flatMap((record) => metricsCounting(domain, record)) }
}

const openNothing = () => {
  throw new Error('the table is gone')
}

describe('a call of the API', () => {
  test.for(apiDomains)('to %s that breaks is counted by its alarm', async (domain) => {
    const { statusCode, counted } = await callHandler(domain, openNothing)

    expect(statusCode).toBe(500)
    expect(counted).toEqual([alarmOf(domain).metrics['logged']])
  })

  test.for(apiDomains)('to %s that is refused is no fault', async (domain) => {
    const { statusCode, counted } = await callHandler(domain, () => ({ originSecret: async () => 'of CloudFront' }))

    expect([statusCode, counted]).toEqual([403, []])
  })
})

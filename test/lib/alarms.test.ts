import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { type ApiDomain, apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { nonApiLambdaVariables } from '#platform/lambdas'
import { hasBeenInAlarm, type MetricAlarm } from '../../bin/local/cloudwatch/alarm.ts'
import { type Datapoint, PUBLISHING_MS } from '../../bin/local/cloudwatch/metrics.ts'
import type { LogRecord } from '../support/embedded-metrics.ts'
import { consoleMethods, measureLogRecord, toLogRecord } from './log-metrics.ts'
import { findLogicalId, findTemplateResources, getWholeTemplate } from './synthesised.ts'
import { listTemplateAlarms, toDatapoints } from './template-alarms.ts'

const template = getWholeTemplate()
const alarms = listTemplateAlarms(template)
const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]

interface Metric {
  readonly namespace: string
  readonly name: string
  readonly functionId?: string
}

const idOf = (name: string) => findLogicalId(template, 'AWS::Lambda::Function', name.replaceAll(/[^a-z]/g, ''))

const metricsCounting = (name: string, record: LogRecord): readonly Metric[] =>
  measureLogRecord(template, name, record).map(({ value, ...metric }) => {
    expect(value).toBe(1)
    return metric
  })

function alarmOf(name: string) {
  const { Metrics, ...alarm } =
    findTemplateResources(template, 'AWS::CloudWatch::Alarm')[
      findLogicalId(template, 'AWS::CloudWatch::Alarm', `${name.replaceAll(/[^a-z]/g, '')}Failed`)
    ]?.Properties ?? {}
  const [sum, ...summed] = Metrics as readonly MetricOfAlarm[]
  return {
    sounds: {
      expression: sum?.Expression,
      breaching: alarm.DatapointsToAlarm,
      comparison: alarm.ComparisonOperator,
      threshold: alarm.Threshold,
      seconds: [...new Set(summed.map(({ MetricStat }) => MetricStat?.Period))],
      statistics: [...new Set(summed.map(({ MetricStat }) => MetricStat?.Stat))],
    },
    metrics: Object.fromEntries(summed.map(({ Id, MetricStat }) => [Id, toMetric(MetricStat?.Metric)])),
  }
}

function definitionOf(name: string): MetricAlarm {
  const id = `${name.replaceAll(/[^a-z]/g, '')}Failed`
  const [alarm, ...others] = alarms.filter((each) => each.id.slice(0, -8) === id)
  if (!alarm || others.length > 0) throw new Error(`no alarm ${id}, or several`)
  return alarm
}

/** Milliseconds from the start of a call to its timeout, when Lambda counts the error. */
const timeOutOf = (name: string): number =>
  (findTemplateResources(template, 'AWS::Lambda::Function')[idOf(name)]?.Properties['Timeout'] as number) * 1000

const lambdaErrorsOf = ({ Metrics = [] }: MetricAlarm) => {
  const thrown = Metrics.find(({ Id }) => Id === 'thrown')?.MetricStat?.Metric
  const dimensions = Object.fromEntries((thrown?.Dimensions ?? []).map(({ Name, Value }) => [Name, Value]))
  return { namespace: thrown?.Namespace ?? '', name: thrown?.MetricName ?? '', dimensions }
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

  /**
   * These functions can refuse, or wait for another attempt, only by throwing: the codes that strangers or the order of
   * events cause.
   */
  const thrownOnPurpose: Readonly<Record<string, readonly string[]>> = {
    'account/pre-sign-up': ['terms-required', 'name-required', 'too-young', 'email-unverified'],
    'account/pre-authentication': ['too-many-attempts'],
    'account/pre-token-generation': ['openid-required', 'second-factor-restored'],
    'account/custom-message': ['too-many-mails', 'email-change-refused'],
    'files/receive-scan-result': ['Access Denied'],
  }
  const patient = Object.fromEntries(
    Object.keys(thrownOnPurpose).map((name) => [name, { threshold: 5, seconds: [300] }] as const),
  )

  test.for(Object.entries(thrownOnPurpose))('%s waits for five of what its page says is no fault', ([name, words]) => {
    const page = readFileSync(`docs/runbooks/${name.replace('/', '-')}.md`, 'utf8')

    for (const word of words) expect(page).toContain(word)
    expect(page).toMatch(/five .*within five minutes/)
  })

  test.for(names)('%s sounds at the first fault, and where refusals are thrown at the fifth', (name) => {
    expect(alarmOf(name).sounds).toEqual({
      expression: 'MAX([FILL(thrown, 0), FILL(logged, 0)])',
      breaching: 1,
      comparison: 'GreaterThanOrEqualToThreshold',
      statistics: ['Sum'],
      ...(patient[name] ?? { threshold: 1, seconds: [60] }),
    })
  })

  test.for(names)('%s sounds when a call runs out of time, which is seen minutes after it began', (name) => {
    const alarm = definitionOf(name)
    const refusals = patient[name]?.threshold ?? 1
    const errors = (count: number, at: number): readonly Datapoint[] =>
      toDatapoints([{ ...lambdaErrorsOf(alarm), value: count }]).map((datapoint) => ({
        ...datapoint,
        at,
        visibleAt: at + timeOutOf(name) + PUBLISHING_MS,
      }))

    // At every second within a minute.
    for (let at = 0; at < 60_000; at += 1000) {
      expect(hasBeenInAlarm(alarm, errors(refusals, at), 3_600_000), `at ${at} ms`).toBe(true)
      expect(hasBeenInAlarm(alarm, errors(refusals - 1, at), 3_600_000)).toBe(false)
    }
  })

  test.for(names)('%s is evaluated over no more than the day that CloudWatch allows', (name) => {
    const [seconds = Number.NaN] = alarmOf(name).sounds.seconds

    expect(seconds * definitionOf(name).EvaluationPeriods).toBeLessThanOrEqual(86_400)
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

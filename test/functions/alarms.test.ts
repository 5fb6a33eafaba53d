import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { type FunctionMetricName, METRIC_NAMESPACE, metricList, type MetricName } from '#platform/metric-list'
import { lambdaSchedules, nonApiLambdaVariables } from '#platform/lambdas'
import { createApiRoute } from '../../bin/local/api-route.ts'
import { createApiGatewayStandIn } from '../../bin/local/gateway.ts'
import {
  hasBeenInAlarm,
  evaluateAlarm,
  type MetricAlarm,
  type MetricOfAlarm,
} from '../../bin/local/cloudwatch/alarm.ts'
import { PUBLISHING_MS } from '../../bin/local/cloudwatch/metrics.ts'
import { measureByFilters } from '../lib/log-metrics.ts'
import { listTemplateAlarms, ONCE_SEEN, toDatapoints } from '../lib/template-alarms.ts'
import {
  findLogicalId,
  findTemplateResources,
  fullyConfiguredStage,
  getOnlyResource,
  getWholeTemplate,
  renderTemplateValue,
} from '../lib/synthesised.ts'
import type { LogMetric, LogRecord } from '../support/embedded-metrics.ts'
import { metricTriggers, measureDuring } from '../support/metric-triggers.ts'
import { createScheduledRun, type ScheduleName } from '../support/scheduled-runs.ts'

const template = getWholeTemplate(fullyConfiguredStage, 'prod')
const SERVICE = 'HabitatInterior-prod'

const alarms = listTemplateAlarms(template)

const metricsOf = ({ Namespace, MetricName, Dimensions, Metrics = [] }: MetricAlarm): readonly MetricOfAlarm[] => [
  ...(Namespace && MetricName ? [{ Namespace, MetricName, ...(Dimensions && { Dimensions }) }] : []),
  ...Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])),
]

/** AWS's metrics, with the resource type of the alarm's dimension; undefined for the whole account. */
const measuredByAws: Readonly<Record<string, string | undefined>> = {
  'AWS/Lambda Errors': 'AWS::Lambda::Function',
  'AWS/Lambda IteratorAge': 'AWS::Lambda::Function',
  'AWS/Lambda Throttles': undefined,
  'AWS/SQS ApproximateNumberOfMessagesVisible': 'AWS::SQS::Queue',
  'AWS/SES Reputation.BounceRate': undefined,
  'AWS/SES Reputation.ComplaintRate': undefined,
}

const functionNames = [...apiDomains, ...Object.keys(nonApiLambdaVariables)]
/** Counted by a filter per function; test/lib/alarms.test.ts causes each. */
const faults = new Set(functionNames.map((name) => `${SERVICE} ${name} faults`))

const scheduleOf = ({ Dimensions = [] }: MetricAlarm) => Dimensions.find(({ Name }) => Name === 'schedule')?.Value

const isMetricName = (name: string): name is MetricName => Object.hasOwn(metricList, name)

function toAccessLogLine(routeKey: string, status: number): LogRecord {
  const stage = getOnlyResource(template, 'AWS::ApiGatewayV2::Stage')
  const given: Readonly<Record<string, string>> = { routeKey, status: String(status) }
  const format = renderTemplateValue(stage.Properties.AccessLogSettings.Format)
  return JSON.parse(format.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => given[name] ?? '-')) as LogRecord
}

async function callApi(kind: 'throttled' | 'broken', times: number): Promise<readonly LogMetric[]> {
  const lines: LogRecord[] = []
  const gateway = createApiGatewayStandIn({
    functions: { load: async () => async () => ({ statusCode: 500 }) },
    routes: [
      createApiRoute('GET /price', {
        stage: 'api',
        handler: 'payments/handler',
        scopes: undefined,
        admit: () => kind !== 'throttled',
      }),
    ],
    originHeaders: {},
    authorize: () => Promise.reject(new Error('nobody asks')),
    clock: { now: () => new Date() },
    onAnswered: ({ routeKey, status }) => void lines.push(toAccessLogLine(routeKey, status)),
  })
  const server = createServer((request, response) => void gateway(request, response))
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  for (let call = 0; call < times; call++) await (await fetch(`http://127.0.0.1:${port}/api/price`)).text()
  await expect.poll(() => lines.length).toBe(times)
  const log = findLogicalId(template, 'AWS::Logs::LogGroup', 'ApiAccessLog')
  return lines.flatMap((line) => measureByFilters(template, log, line))
}

async function breakUntil(name: MetricName, threshold: number): Promise<readonly LogMetric[]> {
  if (name === 'Throttled') return callApi('throttled', threshold)
  if (name === 'ServerError' || name === 'ApiCall') return callApi('broken', 20)
  const { run, value } = await metricTriggers[name as FunctionMetricName]()
  const measured: LogMetric[] = []
  do measured.push(...(await measureDuring(run)))
  while (measured.length > 0 && metricList[name].statistic === 'Sum' && measured.length * value < threshold)
  return ofThisStage(measured)
}

/** The template sets the service name in each function's environment. */
const ofThisStage = (measured: readonly LogMetric[]): readonly LogMetric[] =>
  measured.map((metric) => ({ ...metric, dimensions: { ...metric.dimensions, service: SERVICE } }))

test.for(alarms)('$id begins with what people notice, ends with its page and has a subscriber', (alarm) => {
  const [topic] = alarm.AlarmActions
  const subscribed = Object.values(findTemplateResources(template, 'AWS::SNS::Subscription')).map(({ Properties }) =>
    renderTemplateValue(Properties.TopicArn),
  )

  expect(alarm.AlarmDescription).toMatch(/^[A-Z][^]* Runbook: docs\/runbooks\/[a-z-]+\.md$/)
  expect(subscribed).toContain(topic)
})

test.for(alarms)('$id tells the same people when it is over', ({ AlarmActions, OKActions }) => {
  expect(AlarmActions).toHaveLength(1)
  expect(OKActions).toEqual(AlarmActions)
})

function measurerOf({ Namespace, MetricName, Dimensions = [] }: MetricOfAlarm): string {
  if (Namespace === METRIC_NAMESPACE) return isMetricName(MetricName) || faults.has(MetricName) ? 'us' : 'nobody'
  if (!Object.hasOwn(measuredByAws, `${Namespace} ${MetricName}`)) return 'nobody'
  const type = measuredByAws[`${Namespace} ${MetricName}`]
  const named = Dimensions.map(({ Value }) => Value)
  if (type === undefined) return named.length === 0 ? 'AWS' : 'nobody'
  const ids = Object.keys(findTemplateResources(template, type))
  return named.length === 1 && ids.some((id) => named[0]?.startsWith(`\${${id}`)) ? 'AWS' : 'nobody'
}

test.for(alarms)('$id is about something that is measured', (alarm) => {
  const metrics = metricsOf(alarm)

  expect(metrics.length).toBeGreaterThan(0)
  for (const metric of metrics) expect(measurerOf(metric), metric.MetricName).not.toBe('nobody')
})

const ofProduct = alarms.filter((alarm) => metricsOf(alarm).some(({ MetricName }) => isMetricName(MetricName)))
const loud = ofProduct.filter(({ ComparisonOperator }) => ComparisonOperator === 'GreaterThanOrEqualToThreshold')
const silent = ofProduct.filter((alarm) => !loud.includes(alarm))

test.for(loud)('$id sounds when what it is about happens in the product, and not while nothing does', async (alarm) => {
  const [first] = metricsOf(alarm)
  const measured = await breakUntil(first?.MetricName as MetricName, alarm.Threshold)

  expect(hasBeenInAlarm(alarm, [], ONCE_SEEN)).toBe(false)
  expect(hasBeenInAlarm(alarm, toDatapoints(measured), ONCE_SEEN)).toBe(true)
})

test.for(silent)('$id sounds when nothing is heard, and is quiet after a run of its own function', async (alarm) => {
  const measured = await measureDuring(await createScheduledRun(scheduleOf(alarm) as ScheduleName))
  const later = (periods: number) => periods * (alarm.Period ?? Number.NaN) * 1000

  expect(evaluateAlarm(alarm, [], 0)).toBe('ALARM')
  expect(evaluateAlarm(alarm, toDatapoints(ofThisStage(measured)), PUBLISHING_MS)).toBe('OK')
  // The schedule may have started after the first of two periods.
  expect([1, 2].map((periods) => evaluateAlarm(alarm, toDatapoints(ofThisStage(measured)), later(periods)))).toEqual([
    'OK',
    'ALARM',
  ])
})

test('each schedule has an alarm for its silence, and is counted by its own name', () => {
  const watched = silent.map(scheduleOf)

  expect(new Set(watched)).toEqual(new Set(Object.keys(lambdaSchedules)))
  expect(watched).toHaveLength(Object.keys(lambdaSchedules).length)
})

test('the board shows every metric of the list', () => {
  const body = renderTemplateValue(getOnlyResource(template, 'AWS::CloudWatch::Dashboard').Properties.DashboardBody)

  for (const [name, { meaning }] of Object.entries(metricList)) expect(body).toContain(`${name}: ${meaning}`)
})

test('the budget of the stage tells the same people, before it is exceeded and when it is', () => {
  const { Budget, NotificationsWithSubscribers } = getOnlyResource(template, 'AWS::Budgets::Budget').Properties

  expect(Budget).toMatchObject({ BudgetLimit: { Amount: fullyConfiguredStage.monthlyBudgetUsd, Unit: 'USD' } })
  const told = NotificationsWithSubscribers.map(({ Notification }: { Notification: object }) => Notification)
  const full = { ComparisonOperator: 'GREATER_THAN', Threshold: 100, ThresholdType: 'PERCENTAGE' }
  expect(told).toEqual([
    { NotificationType: 'FORECASTED', ...full },
    { NotificationType: 'ACTUAL', ...full },
  ])
  for (const { Subscribers } of NotificationsWithSubscribers) {
    expect(renderTemplateValue(Subscribers[0].Address)).toBe(alarms[0]?.AlarmActions[0])
  }
  const { Statement } = getOnlyResource(template, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Action: 'sns:Publish',
      Principal: { Service: expect.arrayContaining(['budgets.amazonaws.com']) as string[] },
    }),
  )
})

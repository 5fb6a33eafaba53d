import { describe, expect, test } from 'vitest'
import { METRIC_NAMESPACE, metricList } from '#platform/metric-list'
import { lambdaSchedules } from '#platform/lambdas'
import { hasBeenInAlarm, listAlarmTransitions } from '../../bin/local/cloudwatch/alarm.ts'
import { fullyConfiguredStage, getOnlyResource, getWholeTemplate, renderTemplateValue } from './synthesised.ts'
import { listTemplateAlarms, ONCE_SEEN, toDatapoints } from './template-alarms.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE

const template = getWholeTemplate(fullyConfiguredStage, 'prod')

const alarms = listTemplateAlarms(template).map(({ id, ...alarm }) => ({ id: id.slice(0, -8), ...alarm }))
type Alarm = (typeof alarms)[number]

interface Measured {
  readonly statistic: string
  /** The lowest value that must raise an alarm. */
  readonly heard: number
  readonly usual: number
}

/** Metrics of AWS. test/local/template/alarms.test.ts causes each until an alarm sounds. */
const measuredByAws: Readonly<Record<string, Measured>> = {
  'AWS/SQS ApproximateNumberOfMessagesVisible': { statistic: 'Maximum', heard: 1, usual: 0 },
  // Milliseconds.
  'AWS/Lambda IteratorAge': { statistic: 'Maximum', heard: 15 * 60_000, usual: 60_000 },
  'AWS/Lambda Throttles': { statistic: 'Sum', heard: 5, usual: 0 },
  // Rates, not percentages. From these on AWS reviews an account.
  'AWS/SES Reputation.BounceRate': { statistic: 'Maximum', heard: 0.05, usual: 0.01 },
  'AWS/SES Reputation.ComplaintRate': { statistic: 'Maximum', heard: 0.001, usual: 0.0001 },
}

const nothingKnown: Measured = { statistic: 'known', heard: Number.NaN, usual: Number.NaN }

const metricOf = ({ Namespace, MetricName }: Alarm) => `${Namespace} ${MetricName}`
const ofAws = alarms.filter(({ Namespace }) => Namespace?.startsWith('AWS/'))

function sounds(alarm: Alarm, value: number): boolean {
  const { Namespace = '', MetricName = '', Dimensions = [] } = alarm
  const dimensions = Object.fromEntries(Dimensions.map((each) => [each.Name, each.Value]))
  return hasBeenInAlarm(alarm, toDatapoints([{ namespace: Namespace, name: MetricName, dimensions, value }]), ONCE_SEEN)
}

describe('an alarm about what AWS measures', () => {
  test.for(ofAws)('$id sounds at the first value that has to be heard of, and at no usual one', (alarm) => {
    const { statistic, heard, usual } = measuredByAws[metricOf(alarm)] ?? nothingKnown

    expect(alarm.Statistic, `statistic of ${metricOf(alarm)}`).toBe(statistic)
    expect(sounds(alarm, heard), `${metricOf(alarm)} of ${heard}, threshold ${alarm.Threshold}`).toBe(true)
    expect(sounds(alarm, usual), `${metricOf(alarm)} of ${usual}, threshold ${alarm.Threshold}`).toBe(false)
    expect(alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods).toBe(1)
  })

  test('is here for each of its metrics', () => {
    expect(new Set(ofAws.map(metricOf))).toEqual(new Set(Object.keys(measuredByAws)))
  })
})

interface Counted {
  /** The lowest count that must raise an alarm. */
  readonly heard: number
  readonly minutes: number
}

/**
 * The product's own metrics. test/functions/alarms.test.ts causes each until an alarm sounds, however many times that
 * takes.
 */
const measuredByUs: Readonly<Partial<Record<string, Counted>>> = {
  // Each occurrence concerns money, mail or health data.
  AuditChainBroken: { heard: 1, minutes: 60 },
  MailFailed: { heard: 1, minutes: 5 },
  RefundFailed: { heard: 1, minutes: 5 },
  ThreatFound: { heard: 1, minutes: 5 },
  // Seconds.
  OldestQueuedMail: { heard: 15 * 60, minutes: 5 },
  // A wrong secret: Stripe tries the event of a single order at least this often within six hours.
  SignatureInvalid: { heard: 2, minutes: 360 },
  // More than one impatient person causes.
  Throttled: { heard: 50, minutes: 5 },
}

const ofOurs = alarms.filter(({ Namespace, id }) => Namespace === METRIC_NAMESPACE && !id.startsWith('Silent'))

describe('an alarm about what the product measures', () => {
  test.for(ofOurs)('$id sounds at the first count that has to be heard of', (alarm) => {
    const { heard, minutes } = measuredByUs[alarm.MetricName ?? ''] ?? { heard: Number.NaN, minutes: Number.NaN }

    expect(sounds(alarm, heard), `${heard}, of ${alarm.Threshold}`).toBe(true)
    expect(sounds(alarm, 0)).toBe(false)
    expect([alarm.Period, alarm.EvaluationPeriods]).toEqual([minutes * 60, 1])
  })

  test.for(ofOurs)('$id sounds again for what happens a day after, unless it is measured until it is over', (alarm) => {
    const { Namespace = '', MetricName = '', Dimensions = [], Threshold } = alarm
    const dimensions = Object.fromEntries(Dimensions.map((each) => [each.Name, each.Value]))
    const measuredAt = (day: number, value: number) =>
      toDatapoints([{ namespace: Namespace, name: MetricName, dimensions, value }]).map((datapoint) => ({
        ...datapoint,
        at: day * DAY,
        visibleAt: day * DAY + datapoint.visibleAt,
      }))
    const isMeasuredUntilOver = MetricName === 'OldestQueuedMail'

    const transitions = listAlarmTransitions(
      alarm,
      [
        ...measuredAt(0, Threshold),
        ...(isMeasuredUntilOver ? measuredAt(0.5, 0) : []),
        ...measuredAt(1, Threshold),
        ...(isMeasuredUntilOver ? measuredAt(1.5, 0) : []),
      ],
      2 * DAY,
    )

    expect(transitions.filter(({ to }) => to === 'ALARM')).toHaveLength(2)
    expect(transitions.at(-1)?.to).toBe('OK')
  })

  test('is here for each of them', () => {
    expect(new Set(ofOurs.map(({ MetricName }) => MetricName))).toEqual(new Set(Object.keys(measuredByUs)))
  })
})

test('calls that come evenly are evaluated by all of their five minutes, though the last two are not seen yet', () => {
  const [faults, ...others] = alarms.filter(({ id }) => id === 'Faults')
  const measured = (faults?.Metrics ?? []).flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
  const everyMinute = (each: number) =>
    Array.from({ length: 30 }, (_, minute) => minute * MINUTE).flatMap((at) =>
      toDatapoints(
        measured.map(({ Namespace, MetricName, Dimensions = [] }) => ({
          namespace: Namespace,
          name: MetricName,
          dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
          value: each,
        })),
      ).map((datapoint) => ({ ...datapoint, at, visibleAt: at + datapoint.visibleAt })),
    )

  expect(others).toEqual([])
  // Twenty in five minutes, and one fewer in each.
  expect(faults && hasBeenInAlarm(faults, everyMinute(4), 30 * MINUTE)).toBe(true)
  expect(faults && hasBeenInAlarm(faults, everyMinute(3), 30 * MINUTE)).toBe(false)
})

describe('a wrong signing secret of Stripe', () => {
  const [alarm] = alarms.filter(({ id }) => id === 'Signatures')
  const { Namespace = '', MetricName = '', Dimensions = [] } = alarm ?? {}
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]))
  const isHeard = (hours: readonly number[]) => {
    const datapoints = hours.flatMap((hour) =>
      toDatapoints([{ namespace: Namespace, name: MetricName, dimensions, value: 1 }]).map((datapoint) => ({
        ...datapoint,
        at: hour * 60 * MINUTE,
        visibleAt: hour * 60 * MINUTE + datapoint.visibleAt,
      })),
    )
    return alarm !== undefined && hasBeenInAlarm(alarm, datapoints, 96 * 60 * MINUTE)
  }

  test('is heard of from the tries of one purchase, on a day without another', () => {
    // Three tries, as for Stripe's test endpoints; live ones are tried more often.
    expect(isHeard([9, 10, 14])).toBe(true)
    expect(isHeard([0, 3, 5.9])).toBe(true)
  })

  test('is not what one forged request a day looks like', () => {
    expect(isHeard([9])).toBe(false)
    expect(isHeard([9, 33, 57])).toBe(false)
  })
})

const minutesOf = (rate: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? []
  return Number(count) * { minute: 1, hour: 60, day: 1440 }[unit as 'minute' | 'hour' | 'day']
}

test.for(Object.entries(lambdaSchedules))(
  '%s, %s, is missed within half an hour or four of its turns',
  ([name, rate]) => {
    const [alarm, ...others] = alarms.filter(({ id, Dimensions = [] }) => {
      const schedule = Dimensions.find(({ Name }) => Name === 'schedule')
      return id.startsWith('Silent') && schedule?.Value === name
    })
    const minutes = (alarm?.Period ?? Number.NaN) / 60

    expect(others).toEqual([])
    expect(alarm).toMatchObject({ MetricName: 'ScheduleRan', Threshold: 1, ComparisonOperator: 'LessThanThreshold' })
    expect(minutes, 'a run in time is seen').toBeGreaterThanOrEqual(minutesOf(rate))
    expect(minutes * (alarm?.EvaluationPeriods ?? Number.NaN)).toBeLessThanOrEqual(Math.max(30, 4 * minutesOf(rate)))
  },
)

const text = (parts: readonly unknown[]) => JSON.stringify(parts.map((part) => renderTemplateValue(part)))

const toWords = ({ Namespace, MetricName, Dimensions = [] }: Alarm) =>
  text([Namespace, MetricName, ...Dimensions.flatMap(({ Name, Value }) => [Name, Value])])

test('the dashboard draws whatever the product measures and whatever an alarm about AWS is about, of its own stage', () => {
  const { DashboardBody } = getOnlyResource(template, 'AWS::CloudWatch::Dashboard').Properties
  const { widgets } = JSON.parse(renderTemplateValue(DashboardBody)) as {
    widgets: { properties: { metrics?: (string | object)[][] } }[]
  }
  const drawn = widgets.flatMap(({ properties }) => properties.metrics ?? [])
  const words = new Set(drawn.map((metric) => text(metric.filter((word) => typeof word === 'string'))))

  const missing = ofOurs.filter((alarm) => !words.has(toWords(alarm))).map(({ id }) => id)
  const names = new Set(drawn.map(([, name]) => name))
  expect(missing).toEqual([])
  expect(
    [...Object.keys(metricList), 'IteratorAge', 'Reputation.BounceRate'].filter((name) => !names.has(name)),
  ).toEqual([])
})

/** Measured irregularly, and also when it is over: an alarm keeps its state between two datapoints. */
const seldomMeasured = ['MailBounces', 'MailComplaints', 'MailLate']

test.for(alarms)('$id takes silence for what it is', ({ id, TreatMissingData }) => {
  const expected = id.startsWith('Silent') ? 'breaching' : seldomMeasured.includes(id) ? 'ignore' : 'notBreaching'

  expect(TreatMissingData).toBe(expected)
})

test('a stage that sends no mail, where every mail waits, has no alarm that sounds for good', () => {
  const { mail: _, ...withoutMail } = fullyConfiguredStage
  const idsOf = (stage: typeof withoutMail) => listTemplateAlarms(getWholeTemplate(stage, 'prod')).map(({ id }) => id)

  const missing = idsOf(fullyConfiguredStage).filter((id) => !idsOf(withoutMail).includes(id))
  expect(missing).toEqual([expect.stringMatching(/^MailLate/)])
})

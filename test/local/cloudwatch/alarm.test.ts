import { describe, expect, test } from 'vitest'
import {
  evaluateAlarm,
  hasBeenInAlarm,
  listAlarmTransitions,
  type MetricAlarm,
} from '../../../bin/local/cloudwatch/alarm.ts'
import { computeMetricMath } from '../../../bin/local/cloudwatch/metric-math.ts'
import { type Datapoint, openLocalMetrics } from '../../../bin/local/cloudwatch/metrics.ts'

const MINUTE = 60_000

const anAlarm = (changes: Partial<MetricAlarm> = {}): MetricAlarm => ({
  Namespace: 'AWS/Lambda',
  MetricName: 'Errors',
  Dimensions: [{ Name: 'FunctionName', Value: 'Payments' }],
  Statistic: 'Sum',
  Period: 60,
  EvaluationPeriods: 1,
  Threshold: 2,
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  TreatMissingData: 'notBreaching',
  ...changes,
})

const aDatapoint = (changes: Partial<Datapoint> = {}): Datapoint => ({
  namespace: 'AWS/Lambda',
  name: 'Errors',
  dimensions: { FunctionName: 'Payments' },
  unit: 'Count',
  value: 1,
  at: 0,
  visibleAt: 0,
  ...changes,
})

const breach = (minute: number) => aDatapoint({ value: 2, at: minute * MINUTE, visibleAt: minute * MINUTE })

const listStates = (changes: Partial<MetricAlarm>) =>
  listAlarmTransitions(anAlarm(changes), [0, 1, 30].map(breach), 60 * MINUTE).map(({ to, at }) => [to, at / MINUTE])

describe('an alarm', () => {
  const two = [aDatapoint(), aDatapoint({ at: 59_000 })]

  test('sounds once the statistic of a period reaches the threshold', () => {
    expect(evaluateAlarm(anAlarm(), [aDatapoint()], 0)).toBe('OK')
    expect(evaluateAlarm(anAlarm(), two, 0)).toBe('ALARM')
    expect(evaluateAlarm(anAlarm({ Statistic: 'Maximum' }), two, 0)).toBe('OK')
    expect(evaluateAlarm(anAlarm({ ComparisonOperator: 'GreaterThanThreshold' }), two, 0)).toBe('OK')
  })

  test('looks back over its period and no further', () => {
    expect(evaluateAlarm(anAlarm(), two, MINUTE)).toBe('OK')
    expect(evaluateAlarm(anAlarm({ Period: 300 }), two, 4 * MINUTE)).toBe('ALARM')
    expect(evaluateAlarm(anAlarm({ Period: 300 }), two, 5 * MINUTE)).toBe('OK')
  })

  test.for([
    ['another name', { name: 'Throttles' }],
    ['another namespace', { namespace: 'AWS/SQS' }],
    ['another function', { dimensions: { FunctionName: 'Files' } }],
    ['one dimension less', { dimensions: {} }],
    ['one dimension more', { dimensions: { FunctionName: 'Payments', Resource: 'Payments' } }],
  ] as const)('hears nothing of a metric with %s', ([, other]) => {
    expect(evaluateAlarm(anAlarm({ Threshold: 1 }), [aDatapoint(other)], 0)).toBe('OK')
  })

  test('with a unit hears of datapoints with that unit alone', () => {
    expect(evaluateAlarm(anAlarm({ Threshold: 1, Unit: 'Count' }), [aDatapoint()], 0)).toBe('ALARM')
    expect(evaluateAlarm(anAlarm({ Threshold: 1, Unit: 'Seconds' }), [aDatapoint()], 0)).toBe('OK')
  })

  test.for([
    ['breaching', 'ALARM'],
    ['notBreaching', 'OK'],
    ['ignore', 'unchanged'],
    ['missing', 'INSUFFICIENT_DATA'],
  ] as const)('that treats silence as %s is then %s', ([TreatMissingData, state]) => {
    expect(evaluateAlarm(anAlarm({ TreatMissingData }), [], 0)).toBe(state)
  })

  test('waits for as many periods as it says', () => {
    const twice = [...two, ...two.map((datapoint) => ({ ...datapoint, at: datapoint.at + MINUTE }))]

    expect(evaluateAlarm(anAlarm({ EvaluationPeriods: 2 }), two, 0)).toBe('OK')
    expect(evaluateAlarm(anAlarm({ EvaluationPeriods: 2 }), twice, MINUTE)).toBe('ALARM')
    expect(evaluateAlarm(anAlarm({ EvaluationPeriods: 2, DatapointsToAlarm: 1 }), two, 0)).toBe('ALARM')
  })

  test('has sounded, though it is quiet again', () => {
    expect(hasBeenInAlarm(anAlarm(), two, 60 * MINUTE)).toBe(true)
    expect(hasBeenInAlarm(anAlarm(), two.slice(1), 60 * MINUTE)).toBe(false)
    expect(hasBeenInAlarm(anAlarm({ TreatMissingData: 'breaching' }), [], 0)).toBe(true)
  })

  test('acts when its state changes, and not while that stays', () => {
    expect(listStates({})).toEqual([
      ['ALARM', 0],
      ['OK', 2],
      ['ALARM', 30],
      ['OK', 31],
    ])
    expect(listStates({ TreatMissingData: 'ignore' })).toEqual([['ALARM', 0]])
  })

  test('sees what was measured only once that is published, and looks as far back as it says', () => {
    const late = [aDatapoint({ value: 2, visibleAt: 2 * MINUTE })]

    expect(hasBeenInAlarm(anAlarm(), late, 60 * MINUTE)).toBe(false)
    expect(hasBeenInAlarm(anAlarm({ EvaluationPeriods: 3, DatapointsToAlarm: 1 }), late, MINUTE)).toBe(false)
    expect(hasBeenInAlarm(anAlarm({ EvaluationPeriods: 3, DatapointsToAlarm: 1 }), late, 2 * MINUTE)).toBe(true)
    expect(hasBeenInAlarm(anAlarm({ EvaluationPeriods: 2, DatapointsToAlarm: 1 }), late, 60 * MINUTE)).toBe(false)
  })

  test('sounds once what was seen bit by bit lies within one of its periods', () => {
    const [one, other] = [aDatapoint({ visibleAt: 4 * MINUTE }), aDatapoint({ at: 4 * MINUTE, visibleAt: 5 * MINUTE })]
    const patient = anAlarm({ Period: 300, EvaluationPeriods: 2, DatapointsToAlarm: 1 })

    expect(hasBeenInAlarm(patient, [one, other], 8 * MINUTE)).toBe(false)
    expect(hasBeenInAlarm(patient, [one, other], 9 * MINUTE)).toBe(true)
  })

  test('of an expression sounds by what that makes of its metrics', () => {
    const { Namespace = '', MetricName = '', Dimensions = [] } = anAlarm()
    const MetricStat = { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat: 'Sum' }
    const metric = { Id: 'thrown', MetricStat, ReturnData: false }
    const ofExpression = (Expression: string) => {
      const { Threshold, ComparisonOperator, EvaluationPeriods } = anAlarm()
      return { Metrics: [{ Id: 'sum', Expression }, metric], Threshold, ComparisonOperator, EvaluationPeriods }
    }

    expect(evaluateAlarm(ofExpression('FILL(thrown, 0)'), two, 0)).toBe('ALARM')
    expect(evaluateAlarm(ofExpression('FILL(thrown, 0)'), [], 0)).toBe('OK')
    expect(evaluateAlarm(ofExpression('thrown'), [], 0)).toBe('INSUFFICIENT_DATA')
    expect(() => evaluateAlarm(ofExpression('logged'), two, 0)).toThrow('there is no metric logged')
  })

  test.for([
    { Statistic: 'p99' },
    { ComparisonOperator: 'LessThanLowerThreshold' },
    { TreatMissingData: 'forgiven' },
    { Period: 10 },
    { Metrics: [{ Id: 'sum', Expression: 'ANOMALY_DETECTION_BAND(thrown)' }] },
  ])('with what is not known is an error, not quiet: %o', (unknown) => {
    expect(() => evaluateAlarm(anAlarm(unknown), [], 0)).toThrow(/not evaluated/)
  })
})

describe('metric math', () => {
  const values = new Map<string, number | undefined>([
    ['calls', 40],
    ['faults', 3],
    ['nothing', undefined],
  ])

  test.for([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['(1 + 2) * 3', 9],
    ['calls - faults - 1', 36],
    ['MAX([FILL(nothing, 0), FILL(faults, 0)])', 3],
    ['MAX([nothing, faults])', 3],
    ['IF(calls >= 20, 100 * FILL(faults, 0) / calls, 0)', 7.5],
    ['IF(calls < 20, 1, 2)', 2],
    ['FILL(nothing, 7)', 7],
    ['nothing + 1', undefined],
    ['IF(nothing > 1, 1, 2)', undefined],
    ['calls / 0', undefined],
  ] as const)('%s is %o', ([expression, value]) => {
    expect(computeMetricMath(expression, values)).toBe(value)
  })

  test.for(['RATE(calls)', 'FILL(nothing, REPEAT)', 'MAX(calls)', 'calls +', 'calls faults', 'calls && faults', ''])(
    'that it does not know is an error: %s',
    (expression) => {
      expect(() => computeMetricMath(expression, values)).toThrow(/^metric math: /)
    },
  )
})

test('what is measured has the time of the product’s clock, and the oldest is forgotten at last', () => {
  let now = 1000
  const metrics = openLocalMetrics({ now: () => new Date(now) })
  const { at: _, visibleAt: __, ...measured } = aDatapoint()
  metrics.put(measured)
  now = 2000
  metrics.put({ ...measured, at: 1500 })

  expect(metrics.list().map(({ at }) => at)).toEqual([1000, 1500])
  expect(metrics.list().map(({ visibleAt }) => visibleAt)).toEqual([121_000, 122_000])
  for (let count = 0; count < 20_000; count++) metrics.put(measured)
  expect(metrics.list()[0]?.at).toBe(2000)
})

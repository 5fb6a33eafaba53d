import { computeMetricMath, type MetricPeriodValue } from './metric-math.ts'
import { type Datapoint, isSameMetric } from './metrics.ts'

export interface MetricOfAlarm {
  readonly Namespace: string
  readonly MetricName: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[]
}

interface MetricOrExpression {
  readonly Id: string
  readonly Label?: string
  readonly Expression?: string
  readonly MetricStat?: {
    readonly Metric: MetricOfAlarm
    readonly Period: number
    readonly Stat: string
    readonly Unit?: string
  }
  readonly ReturnData?: boolean
}

/** An `AWS::CloudWatch::Alarm`, with names in place of references. */
export interface MetricAlarm extends Partial<MetricOfAlarm> {
  readonly Metrics?: readonly MetricOrExpression[]
  /** Seconds. */
  readonly Period?: number
  readonly Statistic?: string
  readonly Unit?: string
  readonly EvaluationPeriods: number
  readonly DatapointsToAlarm?: number
  readonly Threshold: number
  readonly ComparisonOperator: string
  readonly TreatMissingData?: string
}

/** `unchanged`: keeps the previous state. */
export type AlarmState = 'ALARM' | 'OK' | 'INSUFFICIENT_DATA' | 'unchanged'

type Statistic = (values: readonly number[]) => number

const sum: Statistic = (values) => values.reduce((total, value) => total + value, 0)

const statistics: Readonly<Record<string, Statistic>> = {
  Sum: sum,
  Maximum: (values) => Math.max(...values),
  Minimum: (values) => Math.min(...values),
  Average: (values) => sum(values) / values.length,
  SampleCount: (values) => values.length,
}

const comparisons: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
}

/** `TreatMissingData` when all datapoints are missing; `breaching` and `notBreaching` count as datapoints. */
const statesOfSilence: Readonly<Record<string, AlarmState>> = { ignore: 'unchanged', missing: 'INSUFFICIENT_DATA' }

function choose<T>(from: Readonly<Record<string, T>>, name: string): T {
  const found = Object.hasOwn(from, name) ? from[name] : undefined
  if (found === undefined) throw new Error(`an alarm with ${name} is not evaluated`)
  return found
}

/** Milliseconds since 1970; `until` is exclusive. */
interface Span {
  readonly from: number
  readonly until: number
}

const MINUTE_MS = 60_000

type Measured = Required<Pick<MetricOrExpression, 'MetricStat'>>['MetricStat']

function computeStatistic(
  { Metric, Stat, Unit }: Measured,
  datapoints: readonly Datapoint[],
  span: Span,
): MetricPeriodValue {
  const compute = choose(statistics, Stat)
  const metric = {
    namespace: Metric.Namespace,
    name: Metric.MetricName,
    dimensions: Object.fromEntries((Metric.Dimensions ?? []).map(({ Name, Value }) => [Name, Value])),
  }
  const values = datapoints
    .filter(({ at }) => at >= span.from && at < span.until)
    .filter((each) => isSameMetric(each, metric) && (Unit === undefined || each.unit === Unit))
    .map(({ value }) => value)
  return values.length === 0 ? undefined : compute(values)
}

interface Watched {
  readonly periodMs: number
  readonly compute: (datapoints: readonly Datapoint[], span: Span) => MetricPeriodValue
}

function watchMetric({ Namespace, MetricName, Dimensions = [], Period, Statistic = '', Unit }: MetricAlarm): Watched {
  if (Namespace === undefined || MetricName === undefined || Period === undefined)
    throw new Error('an alarm without a metric or its period is not evaluated')
  const metric = { Namespace, MetricName, Dimensions }
  const measured: Measured = { Metric: metric, Period, Stat: Statistic, ...(Unit && { Unit }) }
  return {
    periodMs: Period * 1000,
    compute: (datapoints, span) => computeStatistic(measured, datapoints, span),
  }
}

function watchExpression(metrics: readonly MetricOrExpression[]): Watched {
  const [watched, ...others] = metrics.filter(({ ReturnData = true }) => ReturnData)
  const parts = metrics.filter((each) => each !== watched)
  const periods = new Set(metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []))
  const [period] = periods
  if (!watched?.Expression || others.length > 0 || period === undefined || periods.size > 1)
    throw new Error('an alarm that is no expression of metrics of one period is not evaluated')
  const { Expression } = watched
  return {
    periodMs: period * 1000,
    compute: (datapoints, span) =>
      computeMetricMath(
        Expression,
        new Map(
          parts.map(({ Id, MetricStat }) => {
            if (!MetricStat) throw new Error(`${Id} is an expression within an expression, which is not evaluated`)
            return [Id, computeStatistic(MetricStat, datapoints, span)]
          }),
        ),
      ),
  }
}

/**
 * Evaluates an alarm as CloudWatch does at the end of the minute of `at`, with the datapoints visible by then.
 * @throws Error for an unsupported setting
 */
export function evaluateAlarm(alarm: MetricAlarm, datapoints: readonly Datapoint[], at: number): AlarmState {
  const { EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods, TreatMissingData = 'missing' } = alarm
  const breaches = choose(comparisons, alarm.ComparisonOperator)
  const { periodMs, compute } = alarm.Metrics ? watchExpression(alarm.Metrics) : watchMetric(alarm)
  if (periodMs % MINUTE_MS !== 0) throw new Error('an alarm about seconds is not evaluated')
  const end = (Math.floor(at / MINUTE_MS) + 1) * MINUTE_MS
  const visible = datapoints.filter(({ visibleAt }) => visibleAt < end)
  const values = Array.from({ length: EvaluationPeriods }, (_, periods) => {
    const until = end - periods * periodMs
    return compute(visible, { from: until - periodMs, until })
  })
  const missing = values.filter((value) => value === undefined).length
  const isSilenceJudged = ['breaching', 'notBreaching'].includes(TreatMissingData)
  if (!isSilenceJudged && missing === values.length) return choose(statesOfSilence, TreatMissingData)
  if (!isSilenceJudged && missing > 0) throw new Error(`${TreatMissingData} where some datapoints are missing`)
  const breaching = values.filter((value) =>
    value === undefined ? TreatMissingData === 'breaching' : breaches(value, alarm.Threshold),
  )
  return breaching.length >= DatapointsToAlarm ? 'ALARM' : 'OK'
}

const toMinute = (at: number): number => Math.floor(at / MINUTE_MS)

interface AlarmTransition {
  readonly to: Exclude<AlarmState, 'unchanged'>
  /** Minute, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Changes of state until `now`, oldest first: CloudWatch notifies of these alone. A new alarm has insufficient data.
 * It is evaluated in each minute in which a datapoint was measured, became visible, or shares a window with others.
 */
export function listAlarmTransitions(
  alarm: MetricAlarm,
  datapoints: readonly Datapoint[],
  now: number,
): readonly AlarmTransition[] {
  const names = JSON.stringify(alarm)
  const ofAlarm = datapoints.filter(({ name }) => names.includes(JSON.stringify(name)))
  const { periodMs } = alarm.Metrics ? watchExpression(alarm.Metrics) : watchMetric(alarm)
  const minutes = new Set([...datapoints.flatMap(({ at, visibleAt }) => [at, visibleAt]), now].map(toMinute))
  for (const { visibleAt } of ofAlarm) {
    for (let later = 0; later <= alarm.EvaluationPeriods * periodMs; later += MINUTE_MS)
      minutes.add(toMinute(visibleAt + later))
  }
  const transitions: AlarmTransition[] = []
  for (const minute of [...minutes].filter((each) => each <= toMinute(now)).toSorted((a, b) => a - b)) {
    const at = minute * MINUTE_MS
    const to = evaluateAlarm(alarm, ofAlarm, at)
    const from = transitions.at(-1)?.to ?? 'INSUFFICIENT_DATA'
    if (to !== 'unchanged' && to !== from) transitions.push({ to, at })
  }
  return transitions
}

/** Whether it is in alarm now, or was in any minute in which a datapoint was measured or became visible. */
export const hasBeenInAlarm = (alarm: MetricAlarm, datapoints: readonly Datapoint[], now: number): boolean =>
  listAlarmTransitions(alarm, datapoints, now).some(({ to }) => to === 'ALARM')

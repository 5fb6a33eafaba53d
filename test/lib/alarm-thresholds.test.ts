import { describe, expect, test } from 'vitest'
import { findTemplateResources, fullyConfiguredStage, getWholeTemplate } from './synthesised.ts'

interface Alarm {
  readonly Namespace?: string
  readonly MetricName?: string
  readonly Statistic?: string
  readonly Threshold: number
  readonly ComparisonOperator: string
  readonly TreatMissingData: string
  readonly EvaluationPeriods: number
}

const alarms = Object.entries(
  findTemplateResources(getWholeTemplate(fullyConfiguredStage, 'prod'), 'AWS::CloudWatch::Alarm'),
).map(([id, { Properties }]) => ({ id: id.slice(id.indexOf('.') + 1, -8), ...(Properties as Alarm) }))

interface Measured {
  readonly statistic: string
  /** The first value that somebody has to hear of. */
  readonly heard: number
  readonly usual: number
}

/** What AWS measures by itself; no event of the product shows whether its alarm would sound. */
const measuredByAws: Readonly<Record<string, Measured>> = {
  'AWS/SQS ApproximateNumberOfMessagesVisible': { statistic: 'Maximum', heard: 1, usual: 0 },
  // Milliseconds.
  'AWS/Lambda IteratorAge': { statistic: 'Maximum', heard: 15 * 60_000, usual: 60_000 },
  'AWS/Lambda Throttles': { statistic: 'Sum', heard: 5, usual: 0 },
  // Shares, not percentages. From these on AWS reviews an account.
  'AWS/SES Reputation.BounceRate': { statistic: 'Maximum', heard: 0.05, usual: 0.01 },
  'AWS/SES Reputation.ComplaintRate': { statistic: 'Maximum', heard: 0.001, usual: 0.0001 },
}

const nothingKnown: Measured = { statistic: 'known', heard: Number.NaN, usual: Number.NaN }

const metricOf = ({ Namespace, MetricName }: Alarm) => `${Namespace} ${MetricName}`
const ofAws = alarms.filter(({ Namespace }) => Namespace?.startsWith('AWS/'))

const comparisons: Readonly<Record<string, (value: number, threshold: number) => boolean>> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
}

describe('an alarm about what AWS measures', () => {
  test.for(ofAws)('$id sounds at the first value that has to be heard of, and at no usual one', (alarm) => {
    const { statistic, heard, usual } = measuredByAws[metricOf(alarm)] ?? nothingKnown
    const sounds = (value: number) => comparisons[alarm.ComparisonOperator]?.(value, alarm.Threshold)

    expect(alarm.Statistic, `statistic of ${metricOf(alarm)}`).toBe(statistic)
    expect(sounds(heard), `${metricOf(alarm)} of ${heard}, threshold ${alarm.Threshold}`).toBe(true)
    expect(sounds(usual), `${metricOf(alarm)} of ${usual}, threshold ${alarm.Threshold}`).toBe(false)
    expect(alarm.EvaluationPeriods).toBe(1)
  })

  test('is here for each of its metrics', () => {
    expect(new Set(ofAws.map(metricOf))).toEqual(new Set(Object.keys(measuredByAws)))
  })
})

/** Measured now and then: between two of its measures an alarm stays as it is. */
const seldomMeasured = ['AuditChainBroken', 'MailBounces', 'MailComplaints', 'MailLate']

test.for(alarms)('$id takes silence for what it is', ({ id, TreatMissingData }) => {
  const expected = id.startsWith('Silent') ? 'breaching' : seldomMeasured.includes(id) ? 'ignore' : 'notBreaching'

  expect(TreatMissingData).toBe(expected)
})

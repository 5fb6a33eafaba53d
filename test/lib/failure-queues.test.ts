import { expect, test } from 'vitest'
import { findTemplateResources, getStageTemplate, getWholeTemplate, renderTemplateValue } from './synthesised.ts'

const template = getStageTemplate()

const alarmed = Object.values(findTemplateResources(getWholeTemplate(), 'AWS::CloudWatch::Alarm'))
  .filter(({ Properties }) => Properties.MetricName === 'ApproximateNumberOfMessagesVisible')
  .map(({ Properties }) => JSON.stringify(Properties.Dimensions))

const isAlarmed = (queueArn: unknown): boolean => {
  const [, id] = /^\$\{(\w+)\.Arn\}$/.exec(queueArn === undefined ? '' : renderTemplateValue(queueArn)) ?? []
  return id !== undefined && alarmed.some((dimensions) => dimensions.includes(id))
}

interface Target {
  readonly Arn: unknown
  readonly DeadLetterConfig?: { readonly Arn: unknown }
  readonly RetryPolicy?: { readonly MaximumRetryAttempts?: number; readonly MaximumEventAgeInSeconds?: number }
}

const targets: readonly Target[] = [
  ...Object.values(findTemplateResources(template, 'AWS::Events::Rule')).flatMap(
    ({ Properties }) => Properties.Targets,
  ),
  ...Object.values(findTemplateResources(template, 'AWS::Scheduler::Schedule')).map(
    ({ Properties }) => Properties.Target,
  ),
]
const calls = targets.map((target) => ({
  called: renderTemplateValue(target.Arn).replace(/^\$\{|\.Arn\}$/g, ''),
  target,
}))

test.for(calls)('what $called could not be given goes to a queue with an alarm', ({ target }) => {
  expect(isAlarmed(target.DeadLetterConfig?.Arn)).toBe(true)
})

test.for(calls)('what $called has failed at after every retry goes to a queue with an alarm', ({ called }) => {
  const [settings] = Object.values(findTemplateResources(template, 'AWS::Lambda::EventInvokeConfig')).filter(
    ({ Properties }) => Properties.FunctionName.Ref === called,
  )

  expect(settings?.Properties.MaximumRetryAttempts).toBe(2)
  expect(isAlarmed(settings?.Properties.DestinationConfig?.OnFailure?.Destination)).toBe(true)
})

test.for(calls)('what $called could not be given is offered again, for an hour at least', ({ target }) => {
  // AWS's defaults without a retry policy.
  const { MaximumRetryAttempts = 185, MaximumEventAgeInSeconds = 86_400 } = target.RetryPolicy ?? {}

  expect(MaximumRetryAttempts).toBeGreaterThanOrEqual(3)
  expect(MaximumEventAgeInSeconds).toBeGreaterThanOrEqual(3600)
})

const queues = Object.entries(findTemplateResources(template, 'AWS::SQS::Queue'))

test.for(queues)('what waits in %s is there for as long as SQS keeps anything', ([, { Properties }]) => {
  expect(Properties.MessageRetentionPeriod).toBe(14 * 86_400)
})

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
}

/** What calls a function and does not wait for its answer. */
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

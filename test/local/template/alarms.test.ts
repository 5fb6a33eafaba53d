import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildLocalAddresses } from '../../../bin/local/addresses.ts'
import { hasBeenInAlarm } from '../../../bin/local/cloudwatch/alarm.ts'
import { type Datapoint, hasSameDimensions } from '../../../bin/local/cloudwatch/metrics.ts'
import { readAsynchronousSettings } from '../../../bin/local/template/asynchronous-settings.ts'
import { listFunctions } from '../../../bin/local/template/function-definitions.ts'
import { readTemplateDeployment } from '../../../bin/local/template/template-deployment.ts'
import { deploymentStages } from '../../../lib/stages.ts'
import { getSynthesisedTemplate } from '../../support/synthesised-template.ts'
import { breakEverything, letPeopleIn } from './break-everything.ts'
import { makeFunctionsBreakable } from './breakable-functions.ts'
import { editTemplate, startChangedProduct } from './start-damaged-product.ts'

const deployment = readTemplateDeployment({
  folder: await getSynthesisedTemplate(),
  addresses: buildLocalAddresses(5173),
  stripeApi: () => 'http://127.0.0.1:1',
})
const functionNames = listFunctions(deployment.synthesised).map(({ name }) => name)

const withoutHash = (id: string): string => id.slice(0, -8)

/** @param lambda as in `mail/send-queued`, or its form in a logical id @throws Error unless there is exactly one */
function nameOf(lambda: string): string {
  const [name, ...others] = functionNames.filter((each) => withoutHash(each).endsWith(lambda.replaceAll(/[^a-z]/g, '')))
  if (name === undefined || others.length > 0) throw new Error(`${others.length} functions besides ${name}: ${lambda}`)
  return name
}

const onFailureOf = readAsynchronousSettings(deployment.synthesised.stack)

function failureQueueOf(whose: string): string {
  const name = whose === 'clock' ? (deployment.schedules[0]?.handler ?? '') : nameOf(whose)
  const isOfFunction = ({ handler }: { readonly handler: string }) => handler === name
  const arn =
    deployment.queueSources.find(isOfFunction)?.deadLetterArn ??
    deployment.eventSources.find(isOfFunction)?.onFailure ??
    onFailureOf(name).onFailure
  if (arn === undefined) throw new Error(`what ${name} gives up goes nowhere`)
  return arn.split(':').at(-1) ?? ''
}

type Dimensions = Datapoint['dimensions']

function subjectOf(id: string): Dimensions {
  const name = withoutHash(id)
  if (['NoRoom', 'MailBounces', 'MailComplaints'].includes(name)) return {}
  if (name === 'StreamLate') return { FunctionName: nameOf('changes/dispatch') }
  const [, whose = '', event] = /^([a-z]+)(Failed|FailureQueue)$/.exec(name) ?? []
  if (event === 'Failed') return { FunctionName: nameOf(whose) }
  if (event === 'FailureQueue') return { QueueName: failureQueueOf(whose) }
  throw new Error(`nothing here breaks what ${id} is about`)
}

const watched = deployment.alarms.filter(({ definition }) => JSON.stringify(definition).includes('"AWS/'))

const failureQueues = watched
  .filter(({ id }) => withoutHash(id).endsWith('FailureQueue'))
  .flatMap(({ id }) => Object.values(subjectOf(id)))

const startProduct = () =>
  startChangedProduct((template) => {
    // By default entries of the audit log are delivered a thousand times before they are given up.
    editTemplate(template, ({ setDeliveries }) => setDeliveries(2))
    return makeFunctionsBreakable(template)
  })

let product: Awaited<ReturnType<typeof startProduct>>
let before: { readonly datapoints: readonly Datapoint[]; readonly now: number }
let broken: typeof before

beforeAll(async () => {
  product = await startProduct()
  const { metrics, changed: functions } = product
  const read = () => ({ datapoints: metrics.list(), now: metrics.now() })
  const people = await letPeopleIn()
  before = read()
  await breakEverything({ ...product, functions, deployment, nameOf }, people, failureQueues)
  const all = read()
  broken = { ...all, datapoints: all.datapoints.slice(before.datapoints.length) }
}, 240_000)

afterAll(async () => product.close())

test.for(watched)('$id sounds once what it is about is broken, not before, and somebody hears of it', (alarm) => {
  const subject = subjectOf(alarm.id)
  const ofSubject = broken.datapoints.filter((datapoint) => hasSameDimensions(datapoint.dimensions, subject))

  expect(hasBeenInAlarm(alarm.definition, before.datapoints, before.now)).toBe(false)
  expect(hasBeenInAlarm(alarm.definition, ofSubject, broken.now)).toBe(true)
  expect(alarm.tell()).toEqual([deploymentStages.prod.alarmEmail])
})

test('a day without a fault is measured as well: functions that work, empty queues and mails that arrive', () => {
  const measured = before.datapoints.map(({ namespace, name, value }) => `${namespace} ${name} ${value}`)

  expect(measured).toEqual(
    expect.arrayContaining([
      'AWS/Lambda Errors 0',
      'AWS/Lambda Invocations 1',
      'AWS/SQS ApproximateNumberOfMessagesVisible 0',
      'AWS/SES Reputation.BounceRate 0',
    ]),
  )
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { domainLambdaVariables, lambdaSchedules, nonApiLambdaVariables } from '#platform/lambdas'
import { functionFailureConsequences } from '../../lib/function-failures.ts'
import type { DeploymentStage } from '../../lib/stages.ts'
import {
  fullyConfiguredStage,
  getOnlyResource,
  getRolePolicies,
  findLogicalId,
  findTemplateResources,
  getStageTemplate,
  getWholeTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate()
const whole = getWholeTemplate()
const names = [...apiDomains, ...Object.keys(nonApiLambdaVariables)] as (keyof typeof functionFailureConsequences)[]
const idOf = (name: string) => name.replaceAll(/[^a-z]/g, '')
const functionNamed = (name: string) =>
  findTemplateResources(template, 'AWS::Lambda::Function')[findLogicalId(template, 'AWS::Lambda::Function', idOf(name))]
    ?.Properties
const alarmNamed = (name: string) =>
  findTemplateResources(whole, 'AWS::CloudWatch::Alarm')[findLogicalId(whole, 'AWS::CloudWatch::Alarm', name)]
    ?.Properties

describe.for(names)('%s', (name) => {
  test('runs on Node 24 and ARM64, traced, and logs JSON for as long as its stage says', () => {
    const deployed = functionNamed(name)
    const log = findTemplateResources(template, 'AWS::Logs::LogGroup')[deployed.LoggingConfig.LogGroup.Ref]

    expect(deployed).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogFormat: 'JSON' },
    })
    expect(log?.Properties.RetentionInDays).toBe(30)
  })

  test('is given exactly the variables it is promised', () => {
    const promised: readonly string[] = { ...domainLambdaVariables, ...nonApiLambdaVariables }[name]
    const given = Object.keys(functionNamed(name).Environment.Variables)
    expect(given.toSorted()).toEqual([...promised, 'FUNCTION_TIMEOUT_SECONDS', 'POWERTOOLS_SERVICE_NAME'].toSorted())
  })

  test('raises an alarm that says what people notice and which page to open', () => {
    const { AlarmDescription, AlarmActions, Metrics, TreatMissingData } = alarmNamed(`${idOf(name)}Failed`)
    const runbook = /Runbook: (.*)$/.exec(AlarmDescription)?.[1] ?? ''

    expect(AlarmDescription.startsWith(functionFailureConsequences[name])).toBe(true)
    expect(existsSync(runbook), `${runbook} exists`).toBe(true)
    expect(AlarmActions.map(renderTemplateValue)).toEqual(['${AlarmsTopic3A2DFEBA}'])
    expect(TreatMissingData).toBe('notBreaching')
    expect(Metrics[0].Expression).toBe('MAX([FILL(thrown, 0), FILL(logged, 0)])')
  })
})

const variables = (name: string) => functionNamed(name).Environment.Variables

const toldAt = (mail: NonNullable<DeploymentStage['mail']>) => {
  const prod = getStageTemplate({ ...fullyConfiguredStage, mail }, 'prod')
  const id = findLogicalId(prod, 'AWS::Lambda::Function', 'withdrawals')
  return findTemplateResources(prod, 'AWS::Lambda::Function')[id]?.Properties.Environment.Variables.PRACTICE_MAIL
}

describe('the environment', () => {
  test('names the things of this stack', () => {
    expect(renderTemplateValue(variables('payments').TABLE_NAME)).toBe('${DataTableFDBAD0F2}')
    expect(renderTemplateValue(variables('payments').USER_POOL_ID)).toBe('${IdentityPool9E5AED46}')
    expect(renderTemplateValue(variables('payments').FILES_BUCKET)).toBe('${FilesBucket7C17EE2E}')
    expect(renderTemplateValue(variables('payments').SITE_URL)).toBe(
      'https://${WebsiteDistribution0C86AB5B.DomainName}',
    )
    expect(renderTemplateValue(variables('mfa').MFA_KEY_ID)).toMatch(/^\$\{MfaKey[0-9A-F]{8}\.Arn\}$/)
    for (const name of ['account', 'users']) {
      expect(renderTemplateValue(variables(name).USER_POOL_CLIENT_ID)).toBe('${IdentityPoolBrowserB8334AA0}')
    }
    expect(variables('payments').STRIPE_API_URL).toBe('https://api.stripe.com')
  })

  test('of a stage with its own domain and mail names those', () => {
    const prod = getStageTemplate(fullyConfiguredStage, 'prod')
    const sender = findTemplateResources(prod, 'AWS::Lambda::Function')[
      findLogicalId(prod, 'AWS::Lambda::Function', 'sendqueued')
    ]
    expect(sender?.Properties.Environment.Variables).toMatchObject({
      SITE_URL: 'https://habitat.example',
      MAIL_SENDER: 'Hábitat Interior <hola@habitat.example>',
    })
  })

  test('sends word of withdrawals to the practice, at the address of our mail unless it has another', () => {
    const mail = { identity: 'habitat.example', sender: 'hola@habitat.example' }

    expect(toldAt(mail)).toBe('hola@habitat.example')
    expect(toldAt({ ...mail, practice: 'consulta@habitat.example' })).toBe('consulta@habitat.example')
  })
})

const mappingNamed = (name: string) =>
  findTemplateResources(template, 'AWS::Lambda::EventSourceMapping')[
    findLogicalId(template, 'AWS::Lambda::EventSourceMapping', name)
  ]?.Properties

const queueNamed = (name: string) =>
  findTemplateResources(template, 'AWS::SQS::Queue')[findLogicalId(template, 'AWS::SQS::Queue', name)]?.Properties

describe('the stream of the table', () => {
  const followers = Object.values(findTemplateResources(template, 'AWS::Lambda::EventSourceMapping')).filter(
    ({ Properties }) => renderTemplateValue(Properties.EventSourceArn).endsWith('.StreamArn}'),
  )
  const followed = mappingNamed('ChangesStream')

  test('has one reader, for new mails, new entries of the audit log and downloads to make', () => {
    const patterns = (followed.FilterCriteria.Filters as { Pattern: string }[]).map(
      ({ Pattern }) => JSON.parse(Pattern) as object,
    )
    expect(followers.map(({ Properties }) => Properties)).toEqual([followed])
    expect(patterns).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { __edb_e__: { S: ['mail', 'auditEntry'] } } } },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { __edb_e__: { S: ['dataExport'] }, status: { S: ['queued'] } } },
      },
    ])
  })

  test('is read again, in halves, until a day is over, and what was given up is kept', () => {
    expect(followed).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRecordAgeInSeconds: 23 * 60 * 60,
    })
    expect(followed.MaximumRetryAttempts).toBeGreaterThanOrEqual(1000)
    expect(renderTemplateValue(followed.DestinationConfig.OnFailure.Destination)).toMatch(/^\$\{ChangesFailureQueue/)
  })
})

describe('what the stream hands on', () => {
  const workers = Object.values(findTemplateResources(template, 'AWS::Lambda::EventSourceMapping')).flatMap(
    ({ Properties }) => (renderTemplateValue(Properties.EventSourceArn).endsWith('.StreamArn}') ? [] : Properties),
  )

  test.for([
    ['MailOutbox', 'mail/send-queued', 10, 4, 2, undefined],
    ['ExportMakingRequests', 'privacy/make-export', 1, 3, 10, undefined],
    // Changes of the log are compared with its copies within minutes.
    ['AuditCopyingEntries', 'security/copy-audit-log', 1000, 1000, 2, 60],
  ] as const)(
    '%s waits for %s, %i at once, and is given up after %i tries',
    ([name, worker, batch, tries, concurrency, gatherSeconds]) => {
      const queue = queueNamed(`${name}Queue`)

      const mapping = mappingNamed(`${name}Mapping`)

      expect(mapping).toMatchObject({ BatchSize: batch, ScalingConfig: { MaximumConcurrency: concurrency } })
      expect(mapping.MaximumBatchingWindowInSeconds).toBe(gatherSeconds)
      expect(queue.RedrivePolicy.maxReceiveCount).toBe(tries)
      expect(renderTemplateValue(queue.RedrivePolicy.deadLetterTargetArn)).toMatch(new RegExp(`\\{${name}FailureQueue`))
      expect(queue.VisibilityTimeout, 'a message comes back after its call has ended').toBeGreaterThan(
        functionNamed(worker).Timeout,
      )
    },
  )

  test('is reported message by message, so that what failed comes again alone', () => {
    expect(workers).toHaveLength(3)
    for (const { FunctionResponseTypes } of workers) expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures'])
  })

  test('of downloads takes as long as a Lambda may', () => {
    expect(functionNamed('privacy/make-export').Timeout).toBe(15 * 60)
  })
})

const minutesIn = (rate: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(rate) ?? []
  return Number(count) * { minute: 1, hour: 60, day: 24 * 60 }[unit as 'minute' | 'hour' | 'day']
}

describe('the clock', () => {
  test('calls every schedule of the product by the role of the clock, and keeps what could not be delivered', () => {
    const clocks = Object.values(findTemplateResources(template, 'AWS::Scheduler::Schedule')).map(
      ({ Properties }) => Properties,
    )

    expect(clocks.map(({ ScheduleExpression }) => ScheduleExpression as string).toSorted()).toEqual(
      Object.values(lambdaSchedules).toSorted(),
    )
    for (const { Target, State } of clocks) {
      expect(renderTemplateValue(Target.RoleArn)).toMatch(/roleofclock/)
      expect(renderTemplateValue(Target.DeadLetterConfig.Arn)).toMatch(/SchedulesFailureQueue/)
      expect(State).toBe('ENABLED')
    }
  })

  test('may begin what runs by the clock, leave what could not be begun in its queue, and do nothing else', () => {
    const [granted] = Object.entries(getRolePolicies(template)).filter(([id]) => id.includes('roleofclock'))
    const clocks = Object.values(findTemplateResources(template, 'AWS::Scheduler::Schedule')).map(
      ({ Properties }) => Properties,
    )
    const statements = granted?.[1] ?? []
    const actions = statements.flatMap(({ Action }) => Action)
    const invoked = statements.filter(({ Action }) => Action.includes('lambda:InvokeFunction'))

    expect([...new Set(actions)].toSorted()).toEqual(['lambda:InvokeFunction', 'sqs:SendMessage'])
    expect(
      new Set(invoked.flatMap(({ Resource }) => Resource.map((each) => renderTemplateValue(each).replace(/:\*$/, '')))),
    ).toEqual(new Set(clocks.map(({ Target }) => renderTemplateValue(Target.Arn))))
  })

  /** Longest interval between two runs, in minutes, with the reason. */
  const longest: Readonly<Record<keyof typeof lambdaSchedules, number>> = {
    // Abandoned attempts must reach the audit log and its alerts within minutes.
    'account/fail-abandoned-attempts': 5,
    // Unverified accounts are deleted after 48 hours.
    'account/follow-up-sign-ups': 60,
    'consultations/lapse-requests': 5,
    // A reminder of an hour before may be ten minutes late.
    'consultations/send-reminders': 5,
    'payments/continue-refunds': 5,
    'customers/recount': 24 * 60,
    // The turn must change while the page is still open.
    'customers/update-lists': 2,
    // The first run after midnight is the nightly check.
    'diagnostics/check-invariants': 60,
    'files/sweep-unfinished': 15,
    // A mail's first retry is due after five minutes.
    'mail/retry-unsent': 5,
    // An unpaid hour must soon be available again.
    'payments/release-holds': 10,
    // Due after 14 days, promised within 30: leaves two weeks to fix failures.
    'privacy/erase-due': 24 * 60,
    // A download exists for seven days, not eight.
    'privacy/sweep-exports': 60,
    // Cognito's pagination token of an interrupted run may expire.
    'recovery/export-accounts': 30,
    // Alterations since yesterday must be found today, even if one run does not finish the log.
    'security/check-audit-log': 60,
    // A batch is sealed within an hour; the check counts unsealed ones of six hours as lost.
    'security/digest-audit-log': 60,
  }

  test.for(Object.entries(longest))('calls %s at least every %i minutes, for what hangs on it', ([name, minutes]) => {
    const [schedule] = Object.values(findTemplateResources(template, 'AWS::Scheduler::Schedule')).filter(
      ({ Properties }) => renderTemplateValue(Properties.Target.Arn).includes(`Schedules${idOf(name)}`),
    )

    expect(minutesIn(schedule?.Properties.ScheduleExpression)).toBeLessThanOrEqual(minutes)
  })

  test('keeps what a scheduled function gave up', () => {
    const invoked = Object.values(findTemplateResources(template, 'AWS::Lambda::EventInvokeConfig'))

    const ofTheClock = invoked.filter(({ Properties }) => Properties.FunctionName.Ref.startsWith('Schedules'))
    expect(ofTheClock).toHaveLength(Object.keys(lambdaSchedules).length)
    for (const { Properties } of ofTheClock) {
      expect(renderTemplateValue(Properties.DestinationConfig.OnFailure.Destination)).toMatch(/SchedulesFailureQueue/)
      expect(Properties.MaximumRetryAttempts).toBe(2)
    }
  })
})

describe('what becomes of mails that SES has taken', () => {
  const feedback = getStageTemplate(fullyConfiguredStage, 'prod')
  const setId = findLogicalId(feedback, 'AWS::SES::ConfigurationSet', 'MailFeedbackMails')

  test('is published for sends, bounces, complaints and rejections, and suppresses who has refused', () => {
    const { EventDestination } = getOnlyResource(feedback, 'AWS::SES::ConfigurationSetEventDestination').Properties
    const { SuppressionOptions } = getOnlyResource(feedback, 'AWS::SES::ConfigurationSet').Properties

    expect(EventDestination.MatchingEventTypes).toEqual(['send', 'bounce', 'complaint', 'reject'])
    expect(renderTemplateValue(EventDestination.EventBridgeDestination.EventBusArn)).toMatch(/:event-bus\/default$/)
    expect(SuppressionOptions.SuppressedReasons).toEqual(['BOUNCE', 'COMPLAINT'])
  })

  test('comes to its function for mails of this stage alone, three times more if need be, and is kept in the end', () => {
    const { EventPattern, Targets } = Object.values(findTemplateResources(feedback, 'AWS::Events::Rule'))
      .map(({ Properties }) => Properties)
      .find((properties) => properties.EventPattern.source.includes('aws.ses'))

    expect(EventPattern['detail-type']).toEqual([
      'Email Sent',
      'Email Bounced',
      'Email Complaint Received',
      'Email Rejected',
    ])
    expect(EventPattern.detail).toEqual({ mail: { tags: { 'ses:configuration-set': [{ Ref: setId }] } } })
    expect(Targets).toHaveLength(1)
    expect(Targets[0].RetryPolicy.MaximumRetryAttempts).toBe(3)
    expect(renderTemplateValue(Targets[0].DeadLetterConfig.Arn)).toMatch(/^\$\{MailFeedbackFailureQueue/)
  })

  test('is told of every mail: both senders name the configuration set, and Cognito does', () => {
    const senders = ['sendqueued', 'retryunsent'].map((name) => findLogicalId(feedback, 'AWS::Lambda::Function', name))
    const functions = findTemplateResources(feedback, 'AWS::Lambda::Function')
    const named = senders.map((id) => functions[id]?.Properties.Environment.Variables.MAIL_CONFIGURATION_SET)
    const { EmailConfiguration } = getOnlyResource(feedback, 'AWS::Cognito::UserPool').Properties

    expect([...named, EmailConfiguration.ConfigurationSet]).toEqual([{ Ref: setId }, { Ref: setId }, { Ref: setId }])
  })
})

describe('what was given up', () => {
  const queues = Object.entries(findTemplateResources(template, 'AWS::SQS::Queue'))

  test('is encrypted, kept for two weeks and raises an alarm at the first message', () => {
    const sources = Object.keys(findTemplateResources(template, 'AWS::Lambda::EventSourceMapping'))
    const rules = Object.keys(findTemplateResources(template, 'AWS::Events::Rule'))
    const failureQueues = queues.filter(([, { Properties }]) => Properties.RedrivePolicy === undefined)
    expect(failureQueues, 'one for the stream, each queue and each rule, and one for the clock').toHaveLength(
      sources.length + rules.length + 1,
    )
    for (const [id, { Properties }] of failureQueues) {
      expect(Properties).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 24 * 60 * 60 })
      const alarm = Object.values(findTemplateResources(whole, 'AWS::CloudWatch::Alarm')).find((candidate) =>
        JSON.stringify(candidate.Properties.Dimensions ?? '').includes(id),
      )
      expect(alarm?.Properties).toMatchObject({ MetricName: 'ApproximateNumberOfMessagesVisible', Threshold: 1 })
      expect(alarm?.Properties.AlarmActions.map(renderTemplateValue)).toEqual(['${AlarmsTopic3A2DFEBA}'])
    }
  })

  test('travels over TLS only', () => {
    for (const { Properties } of Object.values(findTemplateResources(template, 'AWS::SQS::QueuePolicy'))) {
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      )
    }
  })
})

describe('alarms', () => {
  test('may be published by CloudWatch on an encrypted topic, over TLS only', () => {
    const { Statement } = getOnlyResource(template, 'AWS::SNS::TopicPolicy').Properties.PolicyDocument
    const key = findTemplateResources(template, 'AWS::KMS::Key')['AlarmsKey3C2381B3']?.Properties.KeyPolicy.Statement
    const cloudWatch = {
      Effect: 'Allow',
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
    }

    expect(Statement).toContainEqual(expect.objectContaining({ ...cloudWatch, Action: 'sns:Publish' }))
    expect(Statement).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    )
    expect(key).toContainEqual(
      expect.objectContaining({ ...cloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
    )
  })

  test('are mailed to whom the stage names', () => {
    const { Protocol, Endpoint } = getOnlyResource(
      getStageTemplate(fullyConfiguredStage, 'prod'),
      'AWS::SNS::Subscription',
    ).Properties
    expect([Protocol, Endpoint]).toEqual(['email', 'guardia@habitat.example'])
  })
})

test('runbooks name no stage: their commands run in any, by a variable', () => {
  const pages = globSync('docs/runbooks/*.md').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

  expect(pages.filter(({ text }) => /HabitatInterior-(?!\$STAGE)/.test(text)).map(({ file }) => file)).toEqual([])
})

import { describe, expect, test, vi } from 'vitest'
import { createAuthorizeCall } from '../../../bin/local/authorization/authorize-call.ts'
import { createServiceCalls } from '../../../bin/local/authorization/service-calls.ts'
import { parsePolicyDocument } from '../../../bin/local/iam/policy-document.ts'
import { createRoleCredentials } from '../../../bin/local/template/role-credentials.ts'
import { findArn, getFunctionRoleArn, templatePolicies } from '../../lib/authorization.ts'
import { createTemplateAuthorizer, withoutGrant } from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
const calls = createServiceCalls(authorizer.authorizeCall)
const withoutLeave = (...actions: readonly string[]) =>
  createServiceCalls(createTemplateAuthorizer(withoutGrant(...actions)).authorizeCall)

const functionArn = (ending: string) => findArn('AWS::Lambda::Function', ending)
const mailer = getFunctionRoleArn('mail/send-queued')
const clock = findArn('AWS::IAM::Role', 'Schedulesroleofclock')
const pool = findArn('AWS::Cognito::UserPool', 'IdentityPool')
const api = { apiId: 'ApiHttp17514DA7', stage: 'api', method: 'POST' }
const dispatcher = getFunctionRoleArn('changes/dispatch')
const failureQueue = findArn('AWS::SQS::Queue', 'ChangesFailureQueue')
const outbox = findArn('AWS::SQS::Queue', 'MailOutboxQueue')
const topic = findArn('AWS::SNS::Topic', 'AlarmsTopic')
const stream = `${findArn('AWS::DynamoDB::GlobalTable', 'DataTable')}/stream/2026-01-01T00:00:00.000`

describe('what AWS calls in the name of the product, as the template lets it', () => {
  test('Cognito: a trigger of its pool, and no function beside', () => {
    expect(() => calls.invokeTrigger(functionArn('accountpresignup'), pool)).not.toThrow()
    expect(() => calls.invokeTrigger(functionArn('accountpresignup'), `${pool}2`)).toThrow('lambda:InvokeFunction')
    expect(() => calls.invokeTrigger(functionArn('stripewebhook'), pool)).toThrow('lambda:InvokeFunction')
  })

  test('API Gateway: the function of a route', () => {
    const webhook = functionArn('stripewebhook')

    expect(() => calls.invokeRoute(webhook, { ...api, path: '/stripe/webhook' })).not.toThrow()
    expect(() => calls.invokeRoute(webhook, { ...api, path: '/customers' })).toThrow('lambda:InvokeFunction')
    expect(() => calls.invokeRoute(functionArn('Apipayments'), { ...api, path: '/orders/{id}' })).not.toThrow()
    expect(() => calls.invokeRoute(functionArn('accountpresignup'), { ...api, path: '/orders' })).toThrow(
      'lambda:InvokeFunction',
    )
  })

  test('the Scheduler: what its role may start', () => {
    const eraser = functionArn('privacyerasedue')

    expect(() => calls.invokeBySchedule(eraser, clock)).not.toThrow()
    expect(() => calls.invokeBySchedule(functionArn('stripewebhook'), clock)).toThrow('lambda:InvokeFunction')
    expect(() => calls.invokeBySchedule(eraser, mailer)).toThrow('sts:AssumeRole')
    expect(() => calls.invokeBySchedule(eraser, clock, { owner: '999999999999' })).toThrow('sts:AssumeRole')
    expect(() => calls.invokeBySchedule(eraser, clock, { group: 'another' })).toThrow('sts:AssumeRole')
  })

  test('EventBridge: nothing that no rule of the template calls', () => {
    const rule = 'arn:aws:events:eu-west-1:000000000000:rule/other'

    expect(() => calls.invokeByRule(functionArn('stripewebhook'), rule)).toThrow('lambda:InvokeFunction')
  })

  test('Lambda: functions with their own roles', () => {
    expect(() => calls.runFunction(mailer)).not.toThrow()
    expect(() => calls.runFunction(clock)).toThrow('sts:AssumeRole')
  })

  test('the reader of the stream, with leave to open its key', () => {
    expect(() => calls.readStream(dispatcher, stream)).not.toThrow()
    expect(() => calls.readStream(getFunctionRoleArn('files'), stream)).toThrow('dynamodb:ListStreams')
    expect(() => withoutLeave('kms:Decrypt').readStream(dispatcher, stream)).toThrow('kms:Decrypt')
  })

  test('what was given up: to the queue of its function', () => {
    expect(() => calls.sendToQueue(dispatcher, failureQueue)).not.toThrow()
    expect(() => calls.sendToQueue(getFunctionRoleArn('files'), failureQueue)).toThrow('sqs:SendMessage')
  })

  test('what a queue holds: to its own function', () => {
    expect(() => calls.readQueue(mailer, outbox)).not.toThrow()
    expect(() => calls.readQueue(dispatcher, outbox)).toThrow('sqs:ReceiveMessage')
  })

  test('CloudWatch: alarms to the topic, whose key it may use', () => {
    expect(() => calls.publishAlarm(topic)).not.toThrow()
    expect(() => withoutLeave('kms:Decrypt', 'kms:GenerateDataKey*').publishAlarm(topic)).toThrow('kms:Decrypt')
    expect(() => withoutLeave('sns:Publish').publishAlarm(topic)).toThrow('sns:Publish')
  })

  test('CloudFront: the website for its own distribution, and no file of a client', () => {
    const [site, files] = ['WebsiteBucket', 'FilesBucket'].map((ending) => findArn('AWS::S3::Bucket', ending))
    const distribution = findArn('AWS::CloudFront::Distribution', 'WebsiteDistribution')

    expect(() => calls.readSite(site ?? '', 'index.html', distribution)).not.toThrow()
    expect(() => calls.readSite(site ?? '', 'index.html', `${distribution}2`)).toThrow('s3:GetObject')
    expect(() => calls.readSite(files ?? '', 'cus_a/invoice/1.pdf', distribution)).toThrow('s3:GetObject')
  })
})

test('a policy that asks for what no request here carries is an error from the start', () => {
  const statement = { Effect: 'Deny', Action: 's3:*', Resource: '*', Condition: { Bool: { 's3:Unheard': 'true' } } }
  const document = parsePolicyDocument({ Version: '2012-10-17', Statement: statement }, 'identity', 'Strange')
  const attached = [...templatePolicies.attached, { arn: clock, document }]

  expect(() =>
    createAuthorizeCall({ policies: { ...templatePolicies, attached }, credentials: createRoleCredentials() }),
  ).toThrow('Strange: requests here carry no s3:Unheard')
})

test('a refusal stands in the log with action, resource and role', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const { requireOfRole } = createAuthorizeCall({ policies: templatePolicies, credentials: createRoleCredentials() })

  expect(() => requireOfRole(mailer, [{ action: 's3:GetObject', resource: 'arn:aws:s3:::elsewhere/a' }])).toThrow(
    's3:GetObject',
  )

  expect(JSON.parse(String(log.mock.lastCall?.[0]))).toMatchObject({
    message: 'access denied',
    action: 's3:GetObject',
    resource: 'arn:aws:s3:::elsewhere/a',
    role: mailer,
    decision: 'implicitDeny',
  })
  log.mockRestore()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TTL_ATTRIBUTE } from '#data/table'
import { endpointsByDomain, webhookRoutes } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { lambdaSchedules, userPoolTriggers } from '#platform/lambdas'
import { buildLocalAddresses } from '../../../bin/local/addresses.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { demoSesAccount, type MailOutcome } from '../../../bin/local/ses/account.ts'
import { createMailFeedback, type SesEvent } from '../../../bin/local/ses/feedback.ts'
import { readAsynchronousSettings } from '../../../bin/local/template/asynchronous-settings.ts'
import { listFunctions } from '../../../bin/local/template/function-definitions.ts'
import { type LocalProduct, startLocalProduct } from '../../../bin/local/product.ts'
import { readTemplateDeployment, type TemplateDeployment } from '../../../bin/local/template/template-deployment.ts'
import { findFreePort } from '../../support/free-port.ts'
import { setProductSite } from '../../support/product-site.ts'
import { getSynthesisedTemplate } from '../../support/synthesised-template.ts'
import { smallestJourneys } from './smallest-journeys.ts'

const folder = mkdtempSync(join(tmpdir(), 'habitat-template-'))
let deployment: TemplateDeployment
let product: LocalProduct

beforeAll(async () => {
  const template = await getSynthesisedTemplate()
  const addresses = buildLocalAddresses(5173)
  deployment = readTemplateDeployment({ folder: template, addresses, stripeApi: () => 'http://127.0.0.1:1' })
  const port = await findFreePort()
  const directory = join(folder, 'data')
  product = await startLocalProduct({ port, root: process.cwd(), directory, template, passing: true })
  setProductSite(product.site, { isShared: false })
}, 240_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const byKey = (a: { readonly routeKey: string }, b: { readonly routeKey: string }) => (a.routeKey < b.routeKey ? -1 : 1)

async function ask(path: string, options?: RequestInit) {
  const answer = await fetch(product.site + path, options)
  return { status: answer.status, text: await answer.text() }
}

const nameOf = (lambda: string) => lambda.replaceAll(/[^a-z]/g, '')

test('the routes of the template are those of the contract, with their scopes and functions', () => {
  const endpoints = Object.entries(endpointsByDomain).flatMap(([domain, all]) =>
    Object.values<Endpoint>(all).map((endpoint) => ({ ...endpoint, lambda: domain })),
  )
  const expected = [...endpoints, ...Object.values(webhookRoutes)].map(({ method, path, lambda, ...endpoint }) => ({
    routeKey: `${method} ${path}`,
    lambda: nameOf(lambda),
    isPublic: !('allow' in endpoint) || endpoint.allow === 'everyone',
  }))

  const routes = deployment.api.routes.map(({ routeKey, handler, scopes }) => ({
    routeKey,
    lambda: expected.find(({ lambda }) => handler.slice(0, -8).endsWith(lambda))?.lambda,
    isPublic: scopes === undefined,
  }))

  expect(routes.toSorted(byKey)).toEqual(expected.toSorted(byKey))
  expect(deployment.api.audience).toEqual([deployment.pool.clientId])
  expect(deployment.api.issuer).toBe(`http://localhost:5173/_local/cognito/${deployment.pool.id}`)
})

test('each trigger of the pool and each schedule calls the function that it is for', () => {
  for (const [trigger, lambda] of Object.entries(userPoolTriggers)) {
    expect(deployment.pool.triggers[trigger as keyof typeof userPoolTriggers]).toContain(nameOf(lambda))
  }
  expect(deployment.schedules.map(({ handler }) => handler)).toEqual(
    Object.keys(lambdaSchedules).map((name) => expect.stringContaining(nameOf(name))),
  )
  expect(deployment.schedules.map(({ everyMs }) => everyMs)).toContain(60_000)
  expect(deployment.schedules.filter(({ isFirstCheck, isNightlyRun }) => isFirstCheck || isNightlyRun)).toHaveLength(2)
})

test('the addresses of the cloud become those of this machine, and nothing is left of the others', () => {
  const { callbackUrls, logoutUrls } = deployment.pool

  expect(callbackUrls).toContain('http://localhost:5173/auth?oauth=google')
  expect(logoutUrls).toEqual(['http://localhost:5173/'])
  expect(deployment.bucketOrigins).toEqual(['http://localhost:5173'])
  expect(deployment.hosts.localise('https://api.stripe.com')).toBe('http://127.0.0.1:1')
})

test('functions run with the role, the variables and the limits that the template gives them', () => {
  const find = (lambda: string) =>
    listFunctions(deployment.synthesised).find(({ name }) => name.slice(0, -8).endsWith(nameOf(lambda)))

  expect(find('account/pre-sign-up')).toMatchObject({
    roleArn: expect.stringMatching(/:role\/.*presignupRole/),
    environment: { TABLE_NAME: deployment.table.TableName },
    memoryMb: 1769,
    timeoutSeconds: 5,
  })
  expect(find('privacy/make-export')?.timeoutSeconds).toBe(900)
  // The CDK's own function, which fills the website's bucket.
  expect(find('bucketdeployment')).toBeUndefined()
})

test('the stream is read by the filters of the template, and what cannot be handed on is heard of', () => {
  const [changes, ...others] = deployment.eventSources

  expect(others).toEqual([])
  expect(changes).toMatchObject({ batchSize: 100, maxRetries: 10_000, halvesBatchOnError: true })
  expect(changes?.patterns).toHaveLength(2)
  expect(changes?.onFailure).toMatch(/^arn:aws:sqs:/)
})

test('queues are read as the template says, and what is given up goes to their dead-letter queues', () => {
  const [outbox, exports, history] = deployment.queueSources

  expect(outbox).toMatchObject({ batchSize: 10, concurrency: 2, attempts: 4, reportsItemFailures: true })
  expect(exports).toMatchObject({ batchSize: 1, concurrency: 10, attempts: 3, reportsItemFailures: true })
  expect(history).toMatchObject({ batchSize: 1000, gatherMs: 1000 })
  for (const source of deployment.queueSources) {
    expect(source.deadLetterArn).toMatch(/FailureQueue/)
    expect(deployment.queues.map(({ arn }) => arn)).toEqual(expect.arrayContaining([source.queueArn]))
  }
})

test('calls that nobody waits for are repeated and given up as the template says', () => {
  const { stack } = deployment.synthesised
  const settingsOf = readAsynchronousSettings(stack)
  const find = (lambda: string) =>
    listFunctions(deployment.synthesised).find(({ name }) => name.slice(0, -8).endsWith(nameOf(lambda)))?.name ?? ''

  for (const lambda of [...Object.keys(lambdaSchedules), 'files/receive-scan-result', 'mail/record-feedback']) {
    expect(settingsOf(find(lambda))).toEqual({ maxRetries: 2, onFailure: expect.stringMatching(/^arn:aws:sqs:/) })
  }
  expect(deployment.expiryAttribute).toBe(TTL_ATTRIBUTE)
})

test('what SES tells of mails of this stage goes to the function that notes it, and of no others', () => {
  const { configurationSet, listHandlers } = deployment.mailEvents
  const handlersOf = (outcome: MailOutcome, named: string) => {
    const events: SesEvent[] = []
    const { settle } = createMailFeedback({
      store: openDocumentStore(),
      now: () => new Date('2026-11-21T09:00:00.000Z'),
      publish: (event) => void events.push(event),
    })
    const mail = { id: 'one', from: 'a@habitat.test', to: ['b@correo.test'], subject: '', sentAt: '', tags: {} }
    settle({ ...mail, configurationSet: named }, { ...demoSesAccount, outcome })
    return events.flatMap(listHandlers)
  }

  const recorder = expect.stringContaining('mailrecordfeedback')
  expect(handlersOf('delivery', configurationSet)).toEqual([recorder])
  for (const outcome of ['bounce', 'complaint', 'reject'] as const) {
    expect(handlersOf(outcome, configurationSet)).toEqual([recorder, recorder])
  }
  expect(handlersOf('bounce', 'mails-of-another-stage')).toEqual([])
})

test('the product of the template answers at its address, and refuses who has no token', async () => {
  expect(await ask('/api/health')).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect(await ask('/api/customers')).toMatchObject({ status: 401 })
  expect(await ask('/api/nowhere')).toMatchObject({ status: 404 })
  expect(await ask('/api/stripe/webhook', { method: 'POST', body: '{}' })).toEqual({
    status: 400,
    text: '{"code":"signature-invalid"}',
  })
  expect(JSON.parse((await ask('/config.json')).text)).toMatchObject({ userPoolId: deployment.pool.id })
})

// damaged-template.test.ts shows that they fail on incomplete templates.
for (const [name, walk] of Object.entries(smallestJourneys)) {
  test(`people get through: ${name}`, async () => {
    await expect(walk()).resolves.toBeUndefined()
  }, 90_000)
}

test('the web ACLs of the template stand before its site and its user pool', async () => {
  expect(await ask('/?q=%3Cscript%3E')).toMatchObject({ status: 403 })
  expect(await ask(`/api/health?q=${'q'.repeat(2048)}`)).toMatchObject({ status: 403 })
  expect(await ask('/api/health?q=%3Cscript%3E')).toMatchObject({ status: 200 })
  expect(deployment.pool.webAcl).toBeTypeOf('function')
})

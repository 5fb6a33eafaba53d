import { describe, expect, test } from 'vitest'
import { diagnostics, type MonitoredService } from '#contract/diagnostics'
import { createLambdaHandler as serveDiagnostics } from '../../../functions/diagnostics/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges, type TestPractice } from '../../support/practice.ts'

async function checking(overrides: Partial<TestPractice> = {}) {
  const practice = await createTestPractice(overrides)
  const admin = await createAdministrador(practice)
  const ask = createEndpointCaller(serveDiagnostics(() => practice))
  const check = () => ask(diagnostics.services, { as: createPasswordSessionClaims(admin, practice) })
  return { practice, admin, ask, check }
}

/** An AWS error with internals that must not reach the caller. */
const fault = new Error('AccessDenied: arn:aws:s3:::habitat-files at https://10.0.0.7 with sk_live_secret')
const failing = () => Promise.reject(fault)
const answering = async () => undefined
const never = () => new Promise(() => {})
const timedOutForMail = (service: MonitoredService) =>
  service === 'mail' ? AbortSignal.abort() : new AbortController().signal

describe('ADM-06 FUN-13 A-54 the health of what the product stands on', () => {
  test('each service is asked and says how long it took', async () => {
    const { check } = await checking()

    expect(await check()).toEqual({
      status: 200,
      body: {
        checkedAt: '2026-11-21T09:00:00.000Z',
        items: ['table', 'files', 'mail', 'payments', 'sign-in'].map((service) => ({
          service,
          state: 'ok',
          latencyMs: 0,
        })),
      },
    })
  })

  test.each(['files', 'mail', 'payments'] as const)('%s that fails keeps no other from answering', async (name) => {
    const { practice, check } = await checking()
    Object.assign(practice, { healthChecks: { ...practice.healthChecks, [name]: failing } })

    const answer = await check()

    expect(answer.status).toBe(200)
    expect(answer.body.items.filter(({ state }) => state !== 'ok').map(({ service }) => service)).toEqual([name])
  })

  test('sign-in that fails is said as well', async () => {
    const { practice, check } = await checking()
    practice.identities.fail()

    const { body } = await check()

    expect(body.items.filter(({ state }) => state === 'failed').map(({ service }) => service)).toEqual(['sign-in'])
  })

  test('one that never answers has failed once nobody waits any longer', async () => {
    const { check } = await checking({
      healthChecks: { files: answering, mail: never, payments: answering },
      timeoutFor: timedOutForMail,
    })

    const { body } = await check()

    expect(body.items.filter(({ state }) => state === 'failed').map(({ service }) => service)).toEqual(['mail'])
  })

  test.each([
    [1000, 'ok'],
    [1001, 'slow'],
  ])('an answer after %i ms is %s', async (milliseconds, state) => {
    const { practice, check } = await checking()
    const payments = async () => practice.clock.advance({ seconds: milliseconds / 1000 })
    Object.assign(practice, { healthChecks: { ...practice.healthChecks, payments } })

    const { body } = await check()

    expect(body.items.find(({ service }) => service === 'payments')).toEqual({
      service: 'payments',
      state,
      latencyMs: milliseconds,
    })
  })

  test('nothing of a fault, an address, a bucket or a secret is in the answer', async () => {
    const healthChecks = { files: failing, mail: failing, payments: failing }
    const { check } = await checking({ healthChecks })

    const { body } = await check()

    expect(Object.keys(body).toSorted()).toEqual(['checkedAt', 'items'])
    expect(body.items.flatMap((item) => Object.keys(item)).toSorted()).toEqual([
      ...Array(5).fill('latencyMs'),
      ...Array(5).fill('service'),
      ...Array(5).fill('state'),
    ])
    expect(JSON.stringify(body)).not.toMatch(/arn:|https?:|bucket|habitat|sk_|Denied|Error|\d+\.\d+\.\d+\.\d+/i)
  })

  test('looking leaves no line in the audit log', async () => {
    const { practice, check } = await checking()

    await check()

    expect(await listAuditChanges(practice)).toEqual([])
  })
})

test('A-54 a cliente gets none of the diagnostics', async () => {
  const { practice, ask } = await checking()
  const as = createPasswordSessionClaims(await createCliente(practice), practice)

  const answers = [
    await ask(diagnostics.services, { as }),
    await ask(diagnostics.invariants, { as }),
    await ask(diagnostics.sendTestMail, { as }),
    await ask(diagnostics.testMail, { as, params: { mailId: 'mai_00000001' } }),
  ]

  expect(answers).toEqual(answers.map(() => ({ status: 403, body: { code: 'not-allowed' } })))
})

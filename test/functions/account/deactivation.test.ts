import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'
import type { StoredUser } from '#platform/user'

async function aDeactivator(changes?: Partial<StoredUser>) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, changes)
  const ask = createEndpointCaller(serveAccount(() => practice))
  const askPayments = createEndpointCaller(servePayments(() => practice))
  const as = createPasswordSessionClaims(client, practice)
  return { practice, client, ask, askPayments, as, ...createOutboxReader(practice) }
}

async function deactivated() {
  const setup = await aDeactivator()
  await setup.ask(account.deactivate, { as: setup.as })
  const token = await setup.tokenFor(setup.client.email)
  return { ...setup, token }
}

describe('A-50 deactivating an account', () => {
  test('CLI-32 closes it from the next request on, and Cognito’s sessions with it', async () => {
    const { practice, client, ask, askPayments, as } = await aDeactivator()

    const answer = await ask(account.deactivate, { as })

    expect(answer).toEqual({ status: 200, body: { deactivated: true } })
    expect(await askPayments(payments.list, { as })).toEqual({ status: 403, body: { code: 'account-inactive' } })
    expect(practice.identities.signedOut).toEqual([client.sub])
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_DEACTIVATED'])
  })

  test('mails the way back, whose token is nowhere in the table', async () => {
    const { practice, client, post, token } = await deactivated()

    const [mail] = await post()
    expect(mail?.subject).toBe('Tu cuenta de Hábitat Interior está desactivada')
    expect(mail?.to?.[0]?.address).toBe(client.email)
    expect(mail?.html).toContain(`href="https://habitat.test/reactivar#token=${token}"`)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await scanWholeTable(practice))).not.toContain(token)
  })

  test('holds although Cognito does not answer', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { practice, ask, askPayments, as } = await aDeactivator()
    practice.identities.fail()

    const answer = await ask(account.deactivate, { as })

    expect(answer.status).toBe(200)
    expect(await askPayments(payments.list, { as })).toMatchObject({ body: { code: 'account-inactive' } })
  })

  test('demands a fresh code of whoever has a second factor', async () => {
    const { practice, client, ask } = await aDeactivator({ mfaEnabledAt: '2026-11-01T08:00:00.000Z' })
    const as = createPasswordSessionClaims(client, practice)
    await recordSecondFactorProof(client, practice)
    practice.clock.advance({ minutes: 6 })

    const stale = await ask(account.deactivate, { as })
    await recordSecondFactorProof(client, practice)
    const fresh = await ask(account.deactivate, { as })

    expect(stale).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect(fresh.status).toBe(200)
  })

  test('twice at once is one deactivation and one mail', async () => {
    const { practice, ask, as, post } = await aDeactivator()

    const answers = await Promise.all([ask(account.deactivate, { as }), ask(account.deactivate, { as })])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect(await post()).toHaveLength(1)
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_DEACTIVATED'])
  })
})

describe('A-50 the link of the mail', () => {
  test('opens the account again, for sessions that begin afterwards', async () => {
    const { practice, client, ask, askPayments, as, token } = await deactivated()

    const answer = await ask(account.reactivate, { body: { token } })

    expect(answer).toEqual({ status: 200, body: { reactivated: true } })
    expect(await askPayments(payments.list, { as })).toMatchObject({ body: { code: 'session-ended' } })
    practice.clock.advance({ seconds: 1 })
    const anew = createPasswordSessionClaims(client, practice)
    expect(await askPayments(payments.list, { as: anew })).toMatchObject({ status: 200 })
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_DEACTIVATED', 'ACCOUNT_REACTIVATED'])
  })

  test('works once, also of two at the same moment', async () => {
    const { practice, ask, token } = await deactivated()

    const answers = await Promise.all([1, 2, 3].map(() => ask(account.reactivate, { body: { token } })))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await ask(account.reactivate, { body: { token } })).toEqual({ status: 409, body: { code: 'link-invalid' } })
    expect(await listAuditedActions(practice)).toEqual(['ACCOUNT_DEACTIVATED', 'ACCOUNT_REACTIVATED'])
  })

  test.each([
    [29, 200],
    [30, 409],
  ])('after %i days answers %i', async (days, status) => {
    const { practice, ask, token } = await deactivated()
    practice.clock.advance({ days })

    expect(await ask(account.reactivate, { body: { token } })).toMatchObject({ status })
  })

  test('of an earlier deactivation does nothing', async () => {
    const { practice, client, ask, as, office, token: first } = await deactivated()
    await ask(account.mailReactivation, { body: { email: client.email } })
    const second = await createOutboxReader(practice).tokenFor(client.email)
    await ask(account.reactivate, { body: { token: second } })
    practice.clock.advance({ seconds: 1 })
    await ask(account.deactivate, { as: createPasswordSessionClaims(client, practice) })

    const answer = await ask(account.reactivate, { body: { token: first } })

    expect([first === second, as['sub'], office.sent.length]).toEqual([false, client.sub, 1])
    expect(answer).toEqual({ status: 409, body: { code: 'link-invalid' } })
  })

  test('opens nothing while the practice has deleted the client, and again once they are restored', async () => {
    const { practice, client, ask, token, post } = await deactivated()
    const { customers } = practice.data
    const { data: customer } = await customers.get({ customerId: client.customerId }).go()
    if (!customer) throw new Error('no client')
    await customers.delete({ customerId: client.customerId }).go()
    const before = (await post()).length

    const refused = await ask(account.reactivate, { body: { token } })
    await ask(account.mailReactivation, { body: { email: client.email } })

    expect(refused).toEqual({ status: 409, body: { code: 'link-invalid' } })
    expect(await post()).toHaveLength(before)
    await customers.put(customer).go()
    expect(await ask(account.reactivate, { body: { token } })).toMatchObject({ status: 200 })
  })

  test('cannot be guessed at will', async () => {
    const { ask } = await deactivated()
    const guess = () => ask(account.reactivate, { body: { token: 'A'.repeat(43) } })
    for (let n = 0; n < 10; n++) expect(await guess()).toMatchObject({ status: 409 })

    expect(await guess()).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

describe('whoever signs in to a deactivated account', () => {
  test('is mailed the link again, and may use either', async () => {
    const { practice, client, ask, token } = await deactivated()

    const answer = await ask(account.mailReactivation, { body: { email: client.email.toUpperCase() } })

    expect(answer).toEqual({ status: 200, body: { accepted: true } })
    const anew = await createOutboxReader(practice).tokenFor(client.email)
    expect(anew).not.toBe(token)
    expect(await ask(account.reactivate, { body: { token } })).toMatchObject({ status: 200 })
    expect(await listAuditedActions(practice)).toContain('REACTIVATION_MAILED')
  })

  test('learns nothing of other addresses: the answer is the same, and no mail is written', async () => {
    const { practice, ask, post } = await aDeactivator()
    const open = await createCliente(practice)
    const removed = await createCliente(practice, { status: 'deleted' })

    for (const email of [open.email, removed.email, 'nadie@correo.test']) {
      expect(await ask(account.mailReactivation, { body: { email } })).toEqual({
        status: 200,
        body: { accepted: true },
      })
    }

    expect(await post()).toEqual([])
  })

  test('gets at most three mails an hour', async () => {
    const { client, ask, post } = await deactivated()

    for (let n = 0; n < 5; n++) await ask(account.mailReactivation, { body: { email: client.email } })

    expect(await post()).toHaveLength(4)
  })
})

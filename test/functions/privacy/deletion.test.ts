import { describe, expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { privacy } from '#contract/privacy'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createAgreement } from '../../support/budgets.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createPrivacySetup, erasureConfirmation } from '../../support/privacy-setup.ts'

const withFactor = { mfaEnabledAt: '2026-11-01T08:00:00.000Z' }

async function leaving() {
  const setup = await createPrivacySetup()
  const as = createPasswordSessionClaims(setup.client, setup.practice)
  const askPayments = createEndpointCaller(servePayments(() => setup.practice))
  const answer = await setup.leave()
  const token = await setup.tokenFor(setup.client.email)
  const undo = (body = { token }) => setup.ask(privacy.undoDeletion, { body })
  return { ...setup, as, askPayments, answer, token, undo }
}

describe('A-73 whoever has a budget in use', () => {
  test('is asked to end it first, so that what they have paid and not used goes back, and leaves afterwards', async () => {
    const { practice, client, leave } = await createPrivacySetup()
    const { customerId, userId } = client
    const agreement = createAgreement({ customerId, userId })
    await practice.data.budgetAgreements.create(agreement).go()

    expect(await leave()).toEqual({ status: 409, body: { code: 'budget-active' } })
    expect(await listAuditedActions(practice)).toEqual([])
    await practice.data.budgetAgreements.patch(agreement).set({ status: 'ended', nextDueDay: '9999-12-31' }).go()
    expect((await leave()).status).toBe(200)
  })
})

type Setup = Awaited<ReturnType<typeof createPrivacySetup>>

const paidFor = ({ client: { customerId } }: Setup, changes: object) => ({
  customerId,
  consultationId: 'con_11111111-1111-4111-8111-111111111111',
  orderId: 'ord_11111111-1111-4111-8111-111111111111',
  startsAt: '2026-11-30T09:00:00.000Z',
  type: 'primera_consulta' as const,
  durationMinutes: 30,
  status: 'scheduled' as const,
  toConfirm: false,
  version: 1,
  sequence: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  ...changes,
})
const book = (setup: Setup, changes: object = {}) =>
  setup.practice.data.consultations.create(paidFor(setup, changes)).go()

describe('A-71 whoever has paid for a consultation and not used it', () => {
  test.each<[string, (setup: Setup) => Promise<unknown>]>([
    ['that lies ahead', book],
    [
      'that waits for its hour',
      ({ practice, client: { customerId } }) =>
        practice.data.ordersToSchedule
          .create({
            customerId,
            orderId: 'ord_11111111-1111-4111-8111-111111111111',
            concept: 'Consulta',
            paidAt: '2026-11-20T09:00:00.000Z',
          })
          .go(),
    ],
  ])('%s is asked to cancel it first, and nothing is closed', async (_, purchase) => {
    const setup = await createPrivacySetup()
    await purchase(setup)

    expect(await setup.leave()).toEqual({ status: 409, body: { code: 'consultation-unused' } })
    expect(await listAuditedActions(setup.practice)).toEqual([])
    const { data: user } = await setup.practice.data.users.get({ userId: setup.client.userId }).go()
    expect(user?.status).toBe('active')
  })

  test.each([
    ['has been held', { startsAt: '2026-11-20T09:00:00.000Z', status: 'completed' }],
    ['was cancelled', { status: 'cancelled' }],
    ['is not paid', { orderId: undefined }],
  ])('leaves when it %s', async (_, changes) => {
    const setup = await createPrivacySetup()
    await book(setup, changes)

    expect((await setup.leave()).status).toBe(200)
  })
})

describe('A-50 asking to be deleted', () => {
  test('LIM-13 closes the account from the next request on, for fourteen days', async () => {
    const { practice, client, answer, as, askPayments } = await leaving()

    expect(answer).toEqual({ status: 200, body: { undoUntil: '2026-12-05T09:00:00.000Z' } })
    expect(await askPayments(payments.list, { as })).toEqual({ status: 403, body: { code: 'account-inactive' } })
    expect(practice.identities.signedOut).toEqual([client.sub])
    expect(await listAuditedActions(practice)).toEqual(['DELETION_REQUESTED'])
  })

  test('keeps out a sign-in that comes later, too', async () => {
    const { practice, client, askPayments } = await leaving()
    practice.clock.advance({ hours: 1 })

    const answer = await askPayments(payments.list, { as: createPasswordSessionClaims(client, practice) })

    expect(answer).toMatchObject({ body: { code: 'account-inactive' } })
  })

  test('CLI-31 mails the way back, whose token is nowhere in the table', async () => {
    const { practice, client, post, token } = await leaving()

    const [mail] = await post()

    expect(mail?.subject).toBe('Vamos a eliminar tu cuenta de Hábitat Interior')
    expect(mail?.to?.[0]?.address).toBe(client.email)
    expect(mail?.html).toContain(`href="https://habitat.test/deshacer-eliminacion#token=${token}"`)
    expect(mail?.text).toContain('Tienes 14 días desde tu solicitud para deshacerlo')
    expect(mail?.text).toContain('hasta el 5 de diciembre de 2026 a las 10:00 (hora de Madrid)')
    expect(JSON.stringify(await scanWholeTable(practice))).not.toContain(token)
  })

  test('demands a fresh code of whoever has a second factor', async () => {
    const { practice, client, ask } = await createPrivacySetup(withFactor)
    const as = createPasswordSessionClaims(client, practice)
    await recordSecondFactorProof(client, practice)
    practice.clock.advance({ minutes: 6 })

    const stale = await ask(privacy.requestDeletion, { as, body: erasureConfirmation })
    await recordSecondFactorProof(client, practice)
    const fresh = await ask(privacy.requestDeletion, { as, body: erasureConfirmation })

    expect(stale).toEqual({ status: 403, body: { code: 'proof-required' } })
    expect(fresh.status).toBe(200)
  })

  test.each([
    ['a tick', { ...erasureConfirmation, understood: false }],
    ['the other tick', { ...erasureConfirmation, final: false }],
    ['the word', { ...erasureConfirmation, word: 'borrar' }],
    ['anything', {}],
  ])('without %s is not taken', async (_, body) => {
    const { practice, client, ask } = await createPrivacySetup()

    const answer = await ask(privacy.requestDeletion, { as: createPasswordSessionClaims(client, practice), body })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await listAuditedActions(practice)).toEqual([])
  })

  test('twice at once is one request and one mail', async () => {
    const { practice, leave, post } = await createPrivacySetup()

    const answers = await Promise.all([leave(), leave()])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect(await post()).toHaveLength(1)
    expect(await listAuditedActions(practice)).toEqual(['DELETION_REQUESTED'])
  })

  test('holds although Cognito does not answer', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { practice, leave } = await createPrivacySetup()
    practice.identities.fail()

    expect(await leave()).toMatchObject({ status: 200 })
  })
})

describe('A-50 the link of the mail', () => {
  test('LIM-13 opens the account again after 13 days, for sessions that begin afterwards', async () => {
    const { practice, client, undo, askPayments, as, erase } = await leaving()
    practice.clock.advance({ days: 13 })

    const answer = await undo()

    expect(answer).toEqual({ status: 200, body: { undone: true } })
    expect(await askPayments(payments.list, { as })).toMatchObject({ body: { code: 'session-ended' } })
    const anew = createPasswordSessionClaims(client, practice)
    expect(await askPayments(payments.list, { as: anew })).toMatchObject({ status: 200 })
    practice.clock.advance({ days: 30 })
    expect(await erase()).toMatchObject({ erased: 0 })
    expect((await practice.data.users.get({ userId: client.userId }).go()).data).toMatchObject({ status: 'active' })
  })

  test('LIM-13 does nothing after 15 days, and the account stays closed', async () => {
    const { practice, client, undo, askPayments } = await leaving()
    practice.clock.advance({ days: 15 })

    const answer = await undo()

    expect(answer).toEqual({ status: 409, body: { code: 'link-invalid' } })
    const anew = createPasswordSessionClaims(client, practice)
    expect(await askPayments(payments.list, { as: anew })).toMatchObject({ body: { code: 'account-inactive' } })
  })

  test('works to the last second of the fourteenth day and not a second longer', async () => {
    const [early, late] = [await leaving(), await leaving()]
    early.practice.clock.advance({ days: 14, seconds: -1 })
    late.practice.clock.advance({ days: 14 })

    expect([(await early.undo()).status, (await late.undo()).status]).toEqual([200, 409])
  })

  test('works once, also of two at the same moment', async () => {
    const { undo } = await leaving()

    const answers = await Promise.all([undo(), undo(), undo()])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('of an earlier request does nothing', async () => {
    const { practice, client, token: used, tokenFor, undo, leave } = await leaving()
    const askAccount = createEndpointCaller(serveAccount(() => practice))
    await askAccount(account.mailReactivation, { body: { email: client.email } })
    const unused = await tokenFor(client.email)
    await undo({ token: used })
    practice.clock.advance({ seconds: 2 })
    await leave()
    const second = await tokenFor(client.email)

    for (const token of [used, unused])
      expect(await undo({ token })).toEqual({ status: 409, body: { code: 'link-invalid' } })
    expect((await practice.data.users.get({ userId: client.userId }).go()).data?.status).toBe('leaving')
    expect(await undo({ token: second })).toMatchObject({ status: 200 })
  })

  test('is mailed again to whoever signs in and asks for it', async () => {
    const { practice, client, tokenFor, undo, token } = await leaving()
    const askAccount = createEndpointCaller(serveAccount(() => practice))

    await askAccount(account.mailReactivation, { body: { email: client.email } })
    const again = await tokenFor(client.email)

    expect(again).not.toBe(token)
    expect(await undo({ token: again })).toMatchObject({ status: 200 })
  })

  test('is not mailed any more once it would open nothing', async () => {
    const { practice, client, tokenFor, token } = await leaving()
    practice.clock.advance({ days: 14 })

    const { body } = await createEndpointCaller(serveAccount(() => practice))(account.mailReactivation, {
      body: { email: client.email },
    })

    expect(body).toEqual({ accepted: true })
    expect(await tokenFor(client.email)).toBe(token)
  })

  test('cannot be guessed at will', async () => {
    const { undo } = await leaving()
    const guess = () => undo({ token: 'A'.repeat(43) })
    for (let n = 0; n < 10; n++) expect(await guess()).toMatchObject({ status: 409 })

    expect(await guess()).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })
})

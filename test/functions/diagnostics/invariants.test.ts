import { describe, expect, test } from 'vitest'
import { diagnostics, type DataInvariantName } from '#contract/diagnostics'
import { putCustomerSearchLine } from '#data/customer-search-index'
import { listSlotAgendaSteps } from '../../../functions/consultations/public/agenda-steps.ts'
import type { CognitoUser } from '#platform/cognito-user-access'
import { createLambdaHandler as serveDiagnostics } from '../../../functions/diagnostics/handler.ts'
import { putQueuedExport } from '../../support/data-exports.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

const anIdentity = (sub: string, changes: Partial<CognitoUser> = {}): CognitoUser => ({
  sub,
  confirmed: true,
  enabled: true,
  hasTotp: true,
  createdAt: new Date('2026-10-01T08:00:00.000Z'),
  attributes: {},
  ...changes,
})

async function createInvariantsSetup() {
  const practice = await createTestPractice()
  const admin = await createAdministrador(practice)
  practice.identities.known.set(admin.sub, anIdentity(admin.sub))
  const ask = createEndpointCaller(serveDiagnostics(() => practice))
  const all = async () =>
    (await ask(diagnostics.invariants, { as: createPasswordSessionClaims(admin, practice) })).body.items
  const of = async (name: DataInvariantName) => (await all()).find((invariant) => invariant.name === name)
  return { practice, admin, all, of }
}

const holds = (looked: number) => ({ state: 'holds', looked, broken: 0 })
const broken = (looked: number, count = 1) => ({ state: 'broken', looked, broken: count })

async function withLine({ data }: TestPractice, { customerId }: PracticePerson): Promise<void> {
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (customer) await data.transact((entities) => ({ searchLine: putCustomerSearchLine(entities, customer) }))
}

const coming = { consultationId: 'con_00000001', startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60 }

async function aConsultation(
  { data, now }: TestPractice,
  { customerId }: PracticePerson,
  holder?: string,
): Promise<void> {
  await data.consultations
    .put({
      ...coming,
      customerId,
      type: 'general',
      status: 'scheduled',
      toConfirm: false,
      version: 1,
      sequence: 0,
      createdAt: now().toISOString(),
    })
    .go()
  if (!holder) return
  for (const beginsAt of listSlotAgendaSteps(coming)) await data.agendaSteps.put({ beginsAt, holders: [holder] }).go()
}

async function aPaidOrder(
  { data }: TestPractice,
  { customerId }: PracticePerson,
  paidAt: string,
  paid: boolean,
): Promise<void> {
  const order = { orderId: 'ord_00000001', customerId, totalCents: 8000, currency: 'eur' }
  await data.orders
    .put({
      ...order,
      product: 'primera-consulta',
      status: 'paid',
      version: 1,
      openedAt: paidAt,
      paidAt,
      createdAt: paidAt,
    })
    .go()
  if (!paid) return
  await data.payments
    .put({
      paymentId: 'pay_00000001',
      orderId: order.orderId,
      customerId,
      concept: 'Primera consulta',
      amountCents: 8000,
      refundedCents: 0,
      currency: 'eur',
      status: 'completed',
      paidAt,
      receiptNumber: '2026-00000001',
    })
    .go()
}

const aMail = ({ data }: TestPractice, status: 'queued' | 'sending' | 'failed', nextAttemptAt: string) =>
  data.mails
    .put({
      mailId: `mai_${status}`,
      to: 'lucia@correo.test',
      content: { kind: 'test', name: 'Lucía', userId: 'usr_00000001' },
      status,
      attempts: 1,
      nextAttemptAt,
      createdAt: nextAttemptAt,
    })
    .go()

const anErasure = ({ data }: TestPractice, dueAt: string) =>
  data.erasures
    .put({
      customerId: 'cus_leaving0',
      pseudonym: 'ps_00000001',
      email: 'adios@correo.test',
      status: 'waiting',
      requestedAt: '2026-11-01T09:00:00.000Z',
      dueAt,
    })
    .go()

describe('A-54 the invariants', () => {
  test('hold in a practice where nothing has happened', async () => {
    const { all } = await createInvariantsSetup()

    expect((await all()).map(({ name, state }) => [name, state])).toEqual([
      ['administrators', 'holds'],
      ['agenda', 'holds'],
      ['payments', 'holds'],
      ['orders', 'holds'],
      ['refunds', 'holds'],
      ['mails', 'holds'],
      ['erasures', 'holds'],
      ['exports', 'holds'],
      ['accounts', 'holds'],
      ['search', 'holds'],
    ])
  })

  test.each([
    ['cannot be confirmed', { confirmed: false }],
    ['is disabled', { enabled: false }],
    ['has lost its second factor', { hasTotp: false }],
  ])('nobody who administers can sign in when the only account %s at Cognito', async (_, changes) => {
    const { practice, admin, of } = await createInvariantsSetup()
    practice.identities.known.set(admin.sub, anIdentity(admin.sub, changes))

    expect(await of('administrators')).toMatchObject(broken(1))

    const colleague = await createAdministrador(practice)
    practice.identities.known.set(colleague.sub, anIdentity(colleague.sub))
    expect(await of('administrators')).toMatchObject(holds(2))
  })

  test('what cannot be looked at is unknown, and the others are looked at all the same', async () => {
    const { practice, all } = await createInvariantsSetup()
    practice.identities.fail()

    const found = await all()

    expect(found.filter(({ state }) => state === 'unknown').map(({ name }) => name)).toEqual(['administrators'])
    expect(found.filter(({ state }) => state === 'holds')).toHaveLength(9)
  })

  test('a consultation to come holds its time, itself and no other', async () => {
    const { practice, of } = await createInvariantsSetup()
    const client = await createCliente(practice)

    await aConsultation(practice, client, coming.consultationId)
    expect(await of('agenda')).toMatchObject(holds(1))

    await practice.data.agendaSteps.put({ beginsAt: '2026-12-01T10:45:00.000Z', holders: ['con_00000002'] }).go()
    expect(await of('agenda')).toMatchObject(broken(1))
  })

  test('a consultation without any time in the agenda is found, one that was cancelled is not', async () => {
    const { practice, of } = await createInvariantsSetup()
    const client = await createCliente(practice)
    await aConsultation(practice, client)
    expect(await of('agenda')).toMatchObject(broken(1))

    const { consultationId, startsAt } = coming
    await practice.data.consultations
      .patch({ customerId: client.customerId, consultationId })
      .set({ status: 'cancelled', startsAt })
      .go()

    expect(await of('agenda')).toMatchObject(holds(0))
  })

  test('a paid order has its payment, an hour after at the latest', async () => {
    const { practice, of } = await createInvariantsSetup()
    const client = await createCliente(practice)

    await aPaidOrder(practice, client, '2026-11-21T08:30:00.000Z', false)
    expect(await of('payments')).toMatchObject(holds(0))

    await aPaidOrder(practice, client, '2026-11-21T07:59:00.000Z', false)
    expect(await of('payments')).toMatchObject(broken(1))

    await aPaidOrder(practice, client, '2026-11-21T07:59:00.000Z', true)
    expect(await of('payments')).toMatchObject(holds(1))
  })

  test.each(['queued', 'sending'] as const)('a mail does not stay %s', async (status) => {
    const { practice, of } = await createInvariantsSetup()

    await aMail(practice, status, '2026-11-21T08:45:00.000Z')
    expect(await of('mails')).toMatchObject(holds(1))

    await aMail(practice, status, '2026-11-21T08:44:59.000Z')
    expect(await of('mails')).toMatchObject(broken(1))
  })

  test('a mail that was given up is not on its way', async () => {
    const { practice, of } = await createInvariantsSetup()

    await aMail(practice, 'failed', '2026-11-01T08:00:00.000Z')

    expect(await of('mails')).toMatchObject(holds(0))
  })

  test('nobody waits for their erasure two days too long', async () => {
    const { practice, of } = await createInvariantsSetup()

    await anErasure(practice, '2026-11-19T09:00:00.000Z')
    expect(await of('erasures')).toMatchObject(holds(1))

    await anErasure(practice, '2026-11-19T08:59:59.000Z')
    expect(await of('erasures')).toMatchObject(broken(1))
  })

  test('no download of data waits a quarter of an hour for somebody to read the stream', async () => {
    const { practice, of } = await createInvariantsSetup()
    await putQueuedExport(practice, 'cus_00000001')
    practice.clock.advance({ minutes: 15 })
    expect(await of('exports')).toMatchObject({ state: 'holds' })

    await putQueuedExport(practice, 'cus_00000002')
    practice.clock.advance({ minutes: 1 })
    expect(await of('exports')).toEqual({ name: 'exports', ...broken(1) })

    await practice.data.dataExports.patch({ customerId: 'cus_00000001' }).set({ status: 'working' }).go()
    expect(await of('exports')).toEqual({ name: 'exports', ...holds(1) })
  })

  test('a change of an account that Cognito has yet to hear of is found', async () => {
    const { practice, of } = await createInvariantsSetup()
    const { userId } = await createCliente(practice)
    expect(await of('accounts')).toMatchObject(holds(2))

    await practice.data.users.patch({ userId }).set({ unfinished: 'role' }).go()

    expect(await of('accounts')).toMatchObject(broken(2))
  })

  test('a client whom the search does not find, or finds by an older name, is found here', async () => {
    const { practice, of } = await createInvariantsSetup()
    const client = await createCliente(practice)
    expect(await of('search')).toMatchObject(broken(1))

    await withLine(practice, client)
    expect(await of('search')).toMatchObject(holds(1))

    await practice.data.customers.patch({ customerId: client.customerId }).set({ name: 'Otro Nombre' }).go()
    expect(await of('search')).toMatchObject(broken(1))
  })

  test('no more than fifty of a kind are looked at, the newest', async () => {
    const { practice, of } = await createInvariantsSetup()
    const people = await Promise.all(
      Array.from({ length: 51 }, (_, n) =>
        createCliente(practice, { createdAt: `2026-11-01T08:00:${String(n).padStart(2, '0')}.000Z` }),
      ),
    )
    await practice.data.users
      .patch({ userId: people[0]?.userId ?? '' })
      .set({ unfinished: 'role' })
      .go()

    expect(await of('accounts')).toMatchObject(holds(50))
    expect(await of('search')).toMatchObject({ looked: 50 })
  })

  test('names nobody', async () => {
    const { practice, all } = await createInvariantsSetup()
    const client = await createCliente(practice)
    await aConsultation(practice, client)

    expect(JSON.stringify(await all())).not.toMatch(/cus_|con_|usr_|@|Lucía/)
  })
})

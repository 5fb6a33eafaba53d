import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { users } from '#contract/users'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordSecondFactorProof,
} from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createLambdaHandler as recounting } from '../../../functions/customers/recount.handler.ts'
import { createCustomersSetup } from './customers-setup.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@correo.test', notes: 'Come poco', basis: 'health-care' }

describe('a deleted client', () => {
  test('ADM-34 A-40 is in no list, no count and no search, and nobody finds them', async () => {
    const { ask, as, create, remove, counts, search } = await createCustomersSetup()
    const { body: made } = await create(ada)

    const answer = await remove(made.customerId)

    const { body: list } = await ask(customers.list, { as })
    const { body: names } = await ask(customers.names, { as })
    expect(answer).toEqual({ status: 200, body: { removed: true } })
    expect(list).toEqual({ items: [], next: null, total: 0, matching: 0, isComplete: true })
    expect(names.items).toEqual([])
    expect(await search('ada')).toEqual([])
    expect(await counts()).toEqual({ users: 0, clients: 0 })
    expect((await ask(customers.read, { as, params: { customerId: made.customerId } })).status).toBe(404)
  })

  test('A-40 comes back within 30 days as they were, and is counted and found again', async () => {
    const { ask, as, create, remove, restore, counts, search, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await remove(made.customerId)

    const { body: removed } = await ask(customers.listRemoved, { as })
    const answer = await restore(made.customerId)

    expect(removed.items).toEqual([
      {
        customerId: made.customerId,
        name: ada.name,
        email: ada.email,
        removedAt: '2026-11-21T09:00:00.000Z',
        restorableUntil: '2026-12-21T09:00:00.000Z',
      },
    ])
    expect(answer).toEqual({ status: 200, body: made })
    expect(await search('ada')).toEqual(['Ada Lovelace'])
    expect(await counts()).toEqual({ users: 0, clients: 1 })
    expect((await ask(customers.listRemoved, { as })).body.items).toEqual([])
    expect((await listAuditedActions(practice)).filter((action) => action.startsWith('CUSTOMER_'))).toEqual([
      'CUSTOMER_CREATED',
      'CUSTOMER_REMOVED',
      'CUSTOMER_RESTORED',
    ])
  })

  test('A-40 does not come back after 30 days', async () => {
    const { as: _, administrador, ask, create, remove, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await remove(made.customerId)
    practice.clock.advance({ days: 30, seconds: 1 })
    const as = createPasswordSessionClaims(administrador, practice)

    const answer = await ask(customers.restore, { as, params: { customerId: made.customerId } })

    expect(answer.status).toBe(404)
    expect((await ask(customers.listRemoved, { as })).body.items).toEqual([])
  })

  test('several are listed page by page, the latest first', async () => {
    const { ask, as, create, remove, practice } = await createCustomersSetup()
    for (const name of ['Una', 'Dos', 'Tres']) {
      practice.clock.advance({ minutes: 1 })
      await remove((await create({ name, email: 'x@correo.test' })).body.customerId)
    }
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await ask(customers.listRemoved, { as, query: { limit: 1, ...(cursor && { cursor }) } })
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next
    }

    expect(seen).toEqual(['Tres', 'Dos', 'Una'])
  })

  test('is deleted once, however often it is asked for at the same moment', async () => {
    const { create, remove, counts } = await createCustomersSetup()
    const { body: made } = await create(ada)

    const answers = await Promise.all([1, 2, 3].map(() => remove(made.customerId)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await counts()).toEqual({ users: 0, clients: 0 })
  })

  test('may not use their panel, and may again once they are back', async () => {
    const { ask, remove, restore, practice } = await createCustomersSetup()
    const client = await createCliente(practice)
    const session = createPasswordSessionClaims(client, practice)

    await remove(client.customerId)
    const refused = await ask(customers.current, { as: session })
    await restore(client.customerId)
    practice.clock.advance({ minutes: 1 })
    const admitted = await ask(customers.current, { as: createPasswordSessionClaims(client, practice) })

    expect(refused).toEqual({ status: 403, body: { code: 'account-inactive' } })
    expect(admitted.status).toBe(200)
  })
})

const kept = { status: 409, body: { code: 'invoices-kept' } }
const removed = { status: 200, body: { removed: true } }

describe('a client who may not be deleted yet', () => {
  test('A-40 because invoices must be kept for six years', async () => {
    const { create, remove, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await practice.data.payments.create(aPayment(made.customerId, '2021-11-21T09:00:00.000Z')).go()

    expect(await remove(made.customerId)).toEqual({ status: 409, body: { code: 'invoices-kept' } })
  })

  test('A-40 and may be once those six years are over', async () => {
    const { create, remove, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await practice.data.payments.create(aPayment(made.customerId, '2020-11-20T09:00:00.000Z')).go()

    expect((await remove(made.customerId)).status).toBe(200)
  })

  test.each([
    ['is there', 'available', '2021-11-21T09:00:00.000Z', kept],
    ['is under review', 'scanning', '2021-11-21T09:00:00.000Z', kept],
    ['was refused', 'rejected', '2021-11-21T09:00:00.000Z', removed],
    ['is older', 'available', '2020-11-20T09:00:00.000Z', removed],
  ] as const)(
    'A-40 as an uploaded invoice of the last six years decides: one that %s',
    async (_, status, createdAt, answer) => {
      const { create, remove, practice } = await createCustomersSetup()
      const { body: made } = await create(ada)
      await practice.data.clientFiles
        .create({
          customerId: made.customerId,
          fileId: 'fil_00000001',
          fileType: 'invoice',
          fileName: 'Factura.pdf',
          sizeBytes: 1000,
          status,
          fileKey: `${made.customerId}/invoice/1.pdf`,
          uploadedBy: 'usr_boss',
          createdAt,
        })
        .go()

      expect(await remove(made.customerId)).toEqual(answer)
    },
  )

  test('because a payment is under way', async () => {
    const { create, remove, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await practice.data.openOrders
      .create({ customerId: made.customerId, product: 'primera-consulta', orderId: 'ord_00000001' })
      .go()

    expect(await remove(made.customerId)).toEqual({ status: 409, body: { code: 'payment-under-way' } })
  })

  test('because a consultation is to come', async () => {
    const { create, remove, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await practice.data.consultations
      .create({
        customerId: made.customerId,
        consultationId: 'con_00000001',
        startsAt: '2026-12-01T10:00:00.000Z',
        durationMinutes: 60,
        type: 'general',
        status: 'scheduled',
        toConfirm: false,
        version: 1,
        sequence: 0,
        createdAt: practice.now().toISOString(),
      })
      .go()

    expect(await remove(made.customerId)).toEqual({ status: 409, body: { code: 'consultations-to-come' } })
  })
})

describe('the counts', () => {
  test('ADM-02 ADM-37 A-39 follow an account from client to administrador and back', async () => {
    const setup = await createCustomersSetup()
    const { practice, administrador, as, counts, search } = setup
    const client = await createCliente(practice)
    practice.clock.advance({ minutes: 2 })
    await recounting(() => practice)()
    const ask = createEndpointCaller(
      serveUsers(() => ({ ...practice, accounts: { setRole: nothing, signOutEverywhere: nothing } as never })),
    )
    await recordSecondFactorProof(administrador, practice)
    const become = (role: string) => ask(users.changeRole, { as, params: { userId: client.userId }, body: { role } })

    const before = await counts()
    await become('administrador')
    const staff = [await counts(), await search('Ferrer')]
    await become('cliente')

    expect(before).toEqual({ users: 2, clients: 1 })
    expect(staff).toEqual([{ users: 2, clients: 0 }, []])
    expect(await counts()).toEqual({ users: 2, clients: 1 })
    expect(await search('Ferrer')).toEqual(['Lucía Ferrer'])
  })

  test('are repaired by a recount, with what the search finds, once nothing is being written', async () => {
    const { create, counts, search, practice } = await createCustomersSetup()
    const { body: made } = await create(ada)
    await createAdministrador(practice)
    await practice.data.customers
      .put({ customerId: 'cus_by-hand-1', name: 'A mano', email: 'a@b.test', createdAt: made.createdAt })
      .go()
    await practice.data.customers.delete({ customerId: made.customerId }).go()

    const recount = recounting(() => practice)

    const busy = await recount()
    practice.clock.advance({ minutes: 2 })
    const quiet = await recount()
    const again = await recount()

    expect(busy).toEqual({ counted: false, repaired: 0 })
    // Both accounts were created without search items.
    expect(quiet).toEqual({ counted: true, repaired: 4 })
    expect(again).toEqual({ counted: false, repaired: 0 })
    expect(await counts()).toEqual({ users: 2, clients: 1 })
    expect(await search('')).toEqual(['A mano'])
    expect(await search('mano')).toEqual(['A mano'])
    expect(await search('ada')).toEqual([])
    expect((await countItemsByEntity(practice))['searchLine']).toBe(1)
  })
})

const nothing = async () => undefined

const aPayment = (customerId: string, paidAt: string) => ({
  customerId,
  paymentId: 'pay_00000001',
  orderId: 'ord_00000001',
  concept: 'Primera consulta',
  amountCents: 8000,
  refundedCents: 0,
  currency: 'eur' as const,
  status: 'completed' as const,
  receiptNumber: '2026-000000000001',
  paidAt,
})

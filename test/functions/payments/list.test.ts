import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { practiceLegalDetails as practiceData } from '#contract/practice'
import { createLambdaHandler as servePayments } from '../../../functions/payments/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

describe('a client', () => {
  test('DATA-31 sees the payments of their own file, newest first', async () => {
    const { practice, ask, ada } = await aFileWith(3)

    const { body } = await ask(payments.list, { as: createPasswordSessionClaims(ada, practice) })

    expect(body.items.map(({ paymentId }) => paymentId)).toEqual(['pay_00000003', 'pay_00000002', 'pay_00000001'])
    expect(body.next).toBeNull()
  })

  test('reads a long list page by page, each payment once', async () => {
    const { practice, ask, ada } = await aFileWith(7)
    const session = createPasswordSessionClaims(ada, practice)
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await ask(payments.list, { as: session, query: { limit: 3, ...(cursor && { cursor }) } })
      expect(body.items.length).toBeLessThanOrEqual(3)
      seen.push(...body.items.map(({ paymentId }) => paymentId))
      cursor = body.next
    }

    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `pay_0000000${n}`))
  })

  test('reads payments of the same instant once each', async () => {
    const { practice, ask, ada } = await aFileWith(0)
    for (let n = 1; n <= 3; n++) await aPayment(practice, ada, n, '2026-11-20T09:00:00.000Z')
    const session = createPasswordSessionClaims(ada, practice)

    const { body: first } = await ask(payments.list, { as: session, query: { limit: 2 } })
    const { body: rest } = await ask(payments.list, { as: session, query: { limit: 2, cursor: first.next ?? '' } })

    expect([...first.items, ...rest.items].map(({ paymentId }) => paymentId)).toEqual([
      'pay_00000003',
      'pay_00000002',
      'pay_00000001',
    ])
  })

  test('a last page that is full says that there is no other', async () => {
    const { practice, ask, ada } = await aFileWith(3)

    const { body } = await ask(payments.list, { as: createPasswordSessionClaims(ada, practice), query: { limit: 3 } })

    expect(body).toMatchObject({ items: { length: 3 }, next: null })
  })

  test.each([
    'x',
    '{"pk":"$practice#customerid_1"}',
    '2026-11-21T09:00:00.000Z',
    '2026-13-21T09:00:00.000Z~pay_00000001',
    'e30',
  ])('the tampered cursor %j is refused', async (cursor) => {
    const { practice, ask, ada } = await aFileWith(1)

    const answer = await ask(payments.list, { as: createPasswordSessionClaims(ada, practice), query: { cursor } })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', problems: { cursor: expect.anything() } },
    })
  })

  test.each([0, 101, 'all'])('a page of %s is refused', async (limit) => {
    const { practice, ask, ada } = await aFileWith(1)

    const answer = await ask(payments.list, { as: createPasswordSessionClaims(ada, practice), query: { limit } })

    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test("PER-06 the cursor of somebody else's list shows nothing of theirs", async () => {
    const { practice, ask, ada } = await aFileWith(5)
    const bo = await createCliente(practice)
    await aPayment(practice, bo, 8)
    const { body: adas } = await ask(payments.list, {
      as: createPasswordSessionClaims(ada, practice),
      query: { limit: 2 },
    })

    const { body } = await ask(payments.list, {
      as: createPasswordSessionClaims(bo, practice),
      query: { cursor: adas.next ?? '' },
    })

    expect(body.items.filter(({ customerId }) => customerId !== bo.customerId)).toEqual([])
  })

  test('gets a link to their own receipt', async () => {
    const { practice, ask, ada } = await aFileWith(1)

    const answer = await ask(payments.receipt, {
      as: createPasswordSessionClaims(ada, practice),
      params: { paymentId: 'pay_00000001' },
    })

    expect(answer).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining('https://files.test/'), fileName: 'justificante-2026-1.pdf' },
    })
  })

  test("PER-06 does not find a stranger's receipt", async () => {
    const { practice, ask } = await aFileWith(1)
    const bo = await createCliente(practice)

    const answer = await ask(payments.receipt, {
      as: createPasswordSessionClaims(bo, practice),
      params: { paymentId: 'pay_00000001' },
    })

    expect(answer).toEqual({ status: 404, body: { code: 'not-found' } })
  })
})

describe('an administrador', () => {
  test('DATA-31 sees the payments of a client, newest first', async () => {
    const { practice, ask, ada } = await aFileWith(2)
    const administrador = await createAdministrador(practice)

    const { body } = await ask(payments.listOfCustomer, {
      as: createPasswordSessionClaims(administrador, practice),
      params: { customerId: ada.customerId },
    })

    expect(body.items.map(({ paymentId }) => paymentId)).toEqual(['pay_00000002', 'pay_00000001'])
  })

  test('A-34 ADM-50 reads the receipt of a client, from before its issuer was written down too', async () => {
    const { practice, ask, ada } = await aFileWith(1)
    const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
    const bo = await createCliente(practice)
    const of = (customerId: string) =>
      ask(payments.receiptOfCustomer, { as, params: { customerId, paymentId: 'pay_00000001' } })

    const answer = await of(ada.customerId)

    const { legalName, taxId, address, vat } = practiceData
    expect(answer).toMatchObject({
      status: 200,
      body: {
        fileName: 'justificante-2026-1.pdf',
        receipt: { receiptNumber: '2026-1', issuer: { legalName, taxId, address }, vat },
      },
    })
    expect(await of(bo.customerId)).toEqual({ status: 404, body: { code: 'not-found' } })
  })

  test('REC-07 ADM-50 sees them by the day of payment, whatever was entered first, with amount and status', async () => {
    const { practice, ask, ada } = await aFileWith(0)
    for (const day of [2, 3, 1]) await aPayment(practice, ada, day)

    const { body } = await ask(payments.listOfCustomer, {
      as: createPasswordSessionClaims(await createAdministrador(practice), practice),
      params: { customerId: ada.customerId },
    })

    expect(body.items).toMatchObject(
      [3, 2, 1].map((day) => ({
        paidAt: `2026-11-0${day}T09:00:00.000Z`,
        amountCents: 8000,
        status: 'completed',
      })),
    )
  })
})

async function aFileWith(count: number) {
  const practice = await createTestPractice()
  const ada = await createCliente(practice)
  for (let day = 1; day <= count; day++) await aPayment(practice, ada, day)
  return { practice, ada, ask: createEndpointCaller(servePayments(() => practice)) }
}

async function aPayment(
  { data }: TestPractice,
  { customerId }: PracticePerson,
  day: number,
  paidAt = `2026-11-0${day}T09:00:00.000Z`,
): Promise<void> {
  const common = {
    orderId: `ord_0000000${day}`,
    paymentId: `pay_0000000${day}`,
    customerId,
    concept: 'Primera consulta',
    amountCents: 8000,
    receiptNumber: `2026-${day}`,
  }
  await data.payments.create({ ...common, refundedCents: 0, currency: 'eur', status: 'completed', paidAt }).go()
  await data.receipts
    .create({
      ...common,
      buyerName: 'Ada',
      listCents: 10_000,
      issuedAt: paidAt,
      fileKey: `${customerId}/receipt/${day}.pdf`,
    })
    .go()
}

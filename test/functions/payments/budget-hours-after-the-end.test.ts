import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPublishedBudgetSetup, day } from '../../support/published-budget.ts'

const hour = { durationMinutes: 30, type: 'seguimiento' } as const

/** Three hours of 60 € each, paid at once. */
const content = createBudgetContent({
  options: [
    createBudgetOption({
      consultations: { count: 3, ...hour, referenceCents: 6000 },
      analyses: { count: 0, referenceCents: 0 },
      priceCents: 18_000,
      laterParts: [],
    }),
  ],
  recommended: null,
})

/** Ended the day before its first hour, which stays and is charged; 120 € are refunded. */
async function withAKeptHour() {
  const budget = await createPublishedBudgetSetup(content)
  const { practice, agenda, asBoss, acceptAndPay, request, signIn, terms, cancel, params, proceed } = budget
  await acceptAndPay({ optionId: 1, inParts: false })
  const { body: kept } = await request(day('12-10'))
  practice.clock.set(day('12-09', '18:00'))
  await signIn()
  expect((await cancel((await terms()).body.refundCents)).body.refundCents).toBe(12_000)
  const of = { customerId: params.customerId, consultationId: kept.consultationId }
  return {
    ...budget,
    kept,
    cancelByPracticeHour: (version: number) =>
      agenda(consultations.setStatus, { ...asBoss(), params: of, body: { status: 'cancelled', version } }),
    move: (startsAt: string) =>
      agenda(consultations.edit, { ...asBoss(), params: of, body: { ...hour, startsAt, version: kept.version } }),
    finish: async () => {
      practice.clock.advance({ minutes: 5 })
      await proceed()
    },
    listRefundMails: async () =>
      (await createOutboxReader(practice).post()).filter(({ subject }) => subject === 'Te hemos devuelto tu pago'),
  }
}

describe('A-73 an hour that stayed when its budget ended', () => {
  test('and that the practice cancels is given back, once, with a mail, and the panel says so', async () => {
    const { kept, cancelByPracticeHour, finish, read, listPaidAndRefunded, listRefundMails, stripe } =
      await withAKeptHour()

    await cancelByPracticeHour(kept.version)
    await finish()
    await finish()

    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 18_000, refundedCents: 18_000, status: 'refunded' }])
    const { data: atStripe } = await stripe.client.refunds.list()
    expect(atStripe.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([6000, 12_000])
    expect((await listRefundMails()).map(({ text = '' }) => /[\d,]+ €/.exec(text.replaceAll(' ', ' '))?.[0])).toEqual(
      expect.arrayContaining(['60,00 €', '120,00 €']),
    )
    expect(await read()).toMatchObject({ refundedCents: 18_000, failedRefundCents: 0 })
  })

  test('that is moved by the practice, and cancelled by the client in time, is given back', async () => {
    const { move, cancelHour, finish, listPaidAndRefunded } = await withAKeptHour()
    const { body: moved } = await move(day('12-21'))

    expect((await cancelHour(moved)).status).toBe(200)
    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: 18_000 }])
  })

  test('and that takes place stays paid', async () => {
    const { finish, listPaidAndRefunded, practice } = await withAKeptHour()
    practice.clock.advance({ days: 2 })

    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: 12_000 }])
  })

  test('and that the practice has given back already is not given back twice', async () => {
    const { kept, cancelByPracticeHour, finish, listPaidAndRefunded, practice, params } = await withAKeptHour()
    const { customerId } = params
    const [paid] = (await practice.data.payments.query.byCustomer({ customerId }).go()).data
    await practice.data.payments
      .patch({ customerId, paymentId: paid?.paymentId ?? '' })
      .set({ refundedCents: 18_000, status: 'refunded' })
      .go()

    await cancelByPracticeHour(kept.version)
    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: 18_000 }])
    expect((await practice.data.refunds.scan.go()).data).toHaveLength(1)
  })
})

import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createPublishedBudgetSetup, day } from '../../support/published-budget.ts'

const hour = { durationMinutes: 30, type: 'seguimiento' } as const

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

const contentWithMonths = createBudgetContent({
  options: [
    createBudgetOption({
      consultations: { count: 1, ...hour, referenceCents: 6000 },
      analyses: { count: 0, referenceCents: 0 },
      months: { count: 3, referenceCents: 4000 },
      priceCents: 18_000,
      laterParts: [],
    }),
  ],
  recommended: null,
})

async function withAKeptHour({ of: offered = content, hours = ['10:00'], refundCents = 12_000 } = {}) {
  const budget = await createPublishedBudgetSetup(offered)
  const { practice, agenda, asBoss, acceptAndPay, request, signIn, terms, cancel, params, proceed } = budget
  await acceptAndPay({ optionId: 1, inParts: false })
  const booked: { readonly consultationId: string; readonly version: number }[] = []
  for (const time of hours) booked.push((await request(day('12-10', time))).body)
  const [kept = { consultationId: '', version: 0 }] = booked
  practice.clock.set(day('12-09', '18:00'))
  await signIn()
  expect((await cancel((await terms()).body.refundCents)).body.refundCents).toBe(refundCents)
  const of = { customerId: params.customerId, consultationId: kept.consultationId }
  return {
    ...budget,
    kept,
    booked,
    cancelKept: ({ consultationId, version }: (typeof booked)[number]) =>
      agenda(consultations.setStatus, {
        ...asBoss(),
        params: { ...of, consultationId },
        body: { status: 'cancelled', version },
      }),
    move: (startsAt: string) =>
      agenda(consultations.edit, { ...asBoss(), params: of, body: { ...hour, startsAt, version: kept.version } }),
    finish: async () => {
      practice.clock.advance({ minutes: 5 })
      await proceed()
    },
    listRefundMails: async () =>
      (await createOutboxReader(practice).post()).filter(({ subject }) => subject === 'Te hemos hecho una devolución'),
  }
}

describe('A-73 an hour that stayed when its budget ended', () => {
  test('and that the practice cancels is given back, once, with a mail, and the panel says so', async () => {
    const { kept, cancelKept, finish, read, listPaidAndRefunded, listRefundMails, stripe } = await withAKeptHour()

    await cancelKept(kept)
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

  test('and another one that is given up after it are both in the sum that goes back: what Stripe refuses of it is still owed', async () => {
    const { booked, cancelKept, finish, read, stripe } = await withAKeptHour({
      hours: ['10:00', '12:00'],
      refundCents: 6000,
    })
    const refusal = { type: 'invalid_request_error', message: 'disputed', code: 'charge_disputed' } as const
    vi.spyOn(stripe.client.refunds, 'create').mockRejectedValue(new Stripe.errors.StripeInvalidRequestError(refusal))

    for (const each of booked) {
      expect((await cancelKept(each)).status).toBe(200)
      await finish()
    }

    expect(await read()).toMatchObject({ refundedCents: 6000, failedRefundCents: 12_000 })
  })

  test('gives back as much weeks after the end as at the end: nobody owes the months since', async () => {
    // Of the first month 18 of 30 days have passed at the end: 24 €, and 60 € for the hour.
    const { move, cancelKept, finish, signIn, practice, listPaidAndRefunded } = await withAKeptHour({
      of: contentWithMonths,
      refundCents: 9600,
    })
    const { body: moved } = await move(day('12-30'))
    practice.clock.set(day('12-28'))
    await signIn()

    expect((await cancelKept(moved)).status).toBe(200)
    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ amountCents: 18_000, refundedCents: 15_600 }])
  })

  test('and that takes place stays paid', async () => {
    const { finish, listPaidAndRefunded, practice } = await withAKeptHour()
    practice.clock.advance({ days: 2 })

    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: 12_000 }])
  })

  test('and that the practice has given back already is not given back twice', async () => {
    const { kept, cancelKept, finish, listPaidAndRefunded, practice, params } = await withAKeptHour()
    const { customerId } = params
    const [paid] = (await practice.data.payments.query.byCustomer({ customerId }).go()).data
    await practice.data.payments
      .patch({ customerId, paymentId: paid?.paymentId ?? '' })
      .set({ refundedCents: 18_000, status: 'refunded' })
      .go()

    await cancelKept(kept)
    await finish()

    expect(await listPaidAndRefunded()).toMatchObject([{ refundedCents: 18_000 }])
    expect((await practice.data.refunds.scan.go()).data).toHaveLength(1)
  })
})

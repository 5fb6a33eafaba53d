import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/calendar-days'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { readBudgetTasks } from '../../../functions/customers/budget-tasks.ts'
import { queuePracticeNotice } from '../../../functions/mail/practice-notices.ts'
import { BUDGET_ID, createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { billing, consents, createPublishedBudgetSetup, day, OTHER_BUDGET_ID } from '../../support/published-budget.ts'
import { getOrderCheckoutSession, listShopStripeEvents, type ShopSetup } from '../../support/shop.ts'
import { deliverStripeEvent } from '../../support/stripe-setup.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

type Shop = Pick<ShopSetup, 'practice' | 'stripe'>

async function tell(shop: Shop) {
  for (const event of listShopStripeEvents(shop)) await deliverStripeEvent(event, shop.practice)
}

async function payLater(shop: Shop, url: string) {
  await shop.stripe.fillIn(url, 'later', 'ana@correo.test')
  await tell(shop)
}

async function settleAtBank(shop: Shop, orderId: string, outcome: 'failed' | 'succeeded') {
  shop.stripe.standIn.settle(await getOrderCheckoutSession(shop.practice, orderId), outcome)
  await tell(shop)
}

describe('A-73 accepting a budget', () => {
  test('names the version and the option, and what it costs is the server’s', async () => {
    const { accept, read, practice } = await createPublishedBudgetSetup()

    const { status, body } = await accept()

    expect({ status, totalCents: body.totalCents }).toEqual({ status: 200, totalCents: 14_000 })
    expect(await read()).toMatchObject({
      optionId: 2,
      version: 1,
      inParts: true,
      taxId: '00000000T',
      address: billing.address,
      startDay: null,
      consultations: { count: 3, used: 0, free: 0, blocked: 3 },
      parts: [
        { number: 1, amountCents: 14_000, state: 'due', dueDay: '2026-11-21' },
        { number: 2, amountCents: 14_000, state: 'later' },
        { number: 3, amountCents: 14_000, state: 'later' },
      ],
    })
    const { data: order } = await practice.data.orders.get({ orderId: body.orderId }).go()
    expect(order).toMatchObject({ product: 'presupuesto', totalCents: 14_000, concept: 'Presupuesto, parte 1 de 3' })
  })

  test.each([
    ['another version', { version: 2 }, 'budget-outdated'],
    ['an option that is not there', { optionId: 3 }, 'budget-outdated'],
    ['parts of an option that is paid at once', { optionId: 1 }, 'budget-outdated'],
    ['a NIF with the wrong letter', { taxId: '00000000A' }, 'invalid-input'],
    ['a price of the browser’s', { priceCents: 1 }, 'invalid-input'],
    ['a rule about absences that is another one by now', { noShowRule: 'refund' }, 'rules-changed'],
  ])('with %s is refused, and nothing is owed', async (_, body, code) => {
    const { accept, read, countChanges } = await createPublishedBudgetSetup()

    expect((await accept(body)).body.code).toBe(code)

    expect(await read()).toBeUndefined()
    expect(await countChanges('BUDGET_ACCEPTED')).toBe(0)
  })

  test('after its last day is refused', async () => {
    const { practice, accept } = await createPublishedBudgetSetup()
    practice.clock.advance({ days: 15 })

    expect((await accept()).body.code).toBe('budget-expired')
  })

  test('twice at the same moment is one acceptance and one order', async () => {
    const { practice, accept, read, countChanges } = await createPublishedBudgetSetup()
    await read()
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([accept(), accept()])

    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.orderId).toBe(one.body.orderId)
    expect([await countChanges('BUDGET_ACCEPTED'), await countChanges('ORDER_CREATED')]).toEqual([1, 1])
    expect((await accept({ optionId: 1, inParts: false })).body.code).toBe('budget-closed')
  })

  test('ends what the practice can change of it', async () => {
    const { accept, ask, asBoss, params } = await createPublishedBudgetSetup()
    await accept()
    const content = createBudgetContent({ recommended: 1 })

    const answer = await ask(payments.saveBudget, { ...asBoss(), params, body: { content, revision: 1 } })

    expect(answer.body.code).toBe('budget-closed')
  })
})

describe('A-73 the parts of a budget', () => {
  test('are paid one after the other, each with payment and receipt', async () => {
    const { acceptAndPay, payNext, read, checkout, countChanges, practice, params } = await createPublishedBudgetSetup()
    await acceptAndPay()
    const [, second, third] = (await read())?.parts ?? []
    expect((await checkout(third?.orderId)).body.code).toBe('changed-meanwhile')

    await payNext()
    await payNext()

    expect((await read())?.parts.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
    expect((await checkout(second?.orderId)).body.code).toBe('order-already-paid')
    expect(await countChanges('PAYMENT_COMPLETED')).toBe(3)
    const { data: paid } = await practice.data.payments.query.byCustomer(params).go()
    expect(paid.map(({ amountCents }) => amountCents)).toEqual([14_000, 14_000, 14_000])
    const { data: waiting } = await practice.data.ordersToSchedule.query.byCustomer(params).go()
    expect(waiting).toEqual([])
  })

  test('let an analysis that was noted by mistake be taken back, also when one has become due since', async () => {
    const option = createBudgetOption({ laterParts: [{ kind: 'month', number: 2 }] })
    const { practice, signIn, acceptAndPay, note, read } = await createPublishedBudgetSetup(
      createBudgetContent({ options: [option, option] }),
    )
    await acceptAndPay()
    await note(1)
    practice.clock.advance({ days: 40 })
    await signIn()

    const taken = await note(1, false)

    expect(taken.status).toBe(200)
    expect(await read()).toMatchObject({ analyses: { used: 0, blocked: 1 } })
    expect((await note(1)).body.code).toBe('budget-part-unpaid')
  })

  test('of a minor wait for the consent of their guardian', async () => {
    const { practice, acceptAndPay, read, checkout, userId, countChanges } = await createPublishedBudgetSetup()
    await acceptAndPay()
    await practice.data.users.patch({ userId }).set({ birthDate: '2010-01-01' }).go()

    const answer = await checkout((await read())?.parts[1]?.orderId)

    expect(answer.body.code).toBe('guardian-consent-required')
    expect(await countChanges('ORDER_CREATED')).toBe(1)
  })

  test('stop what comes after them until they are paid', async () => {
    const { acceptAndPay, payNext, request, note, read } = await createPublishedBudgetSetup()
    await acceptAndPay()
    expect((await request(day('12-01'))).status).toBe(201)

    expect((await request(day('12-02'))).body.code).toBe('budget-part-unpaid')
    expect((await note(1)).body.code).toBe('budget-part-unpaid')
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0, blocked: 2 }, analyses: { blocked: 1 } })

    await payNext()
    expect((await note(1)).status).toBe(200)
    expect((await request(day('12-02'))).body.code).toBe('budget-part-unpaid')
    await payNext()
    expect((await request(day('12-02'))).status).toBe(201)
  })

  test('are told of once when they are late, and no more once they are paid', async () => {
    const { practice, acceptAndPay, payNext, read, remind, signIn } = await createPublishedBudgetSetup()
    await acceptAndPay()
    practice.clock.advance({ days: 100 })
    await signIn()
    expect((await read())?.parts.map(({ state }) => state)).toEqual(['paid', 'late', 'late'])
    const { post } = createOutboxReader(practice)
    const before = (await post()).length

    await remind()
    await remind()

    const told = (await post()).slice(before)
    expect(told.map(({ subject }) => subject)).toEqual(['Tienes un pago pendiente en tu panel'])
    await payNext()
    await payNext()
    await remind()
    const { length } = (await post()).filter(({ subject }) => subject?.includes('pendiente'))
    expect(length).toBe(1)
  })

  test('are told of not on their day, but on the next', async () => {
    const { practice, acceptAndPay, read, remind, signIn } = await createPublishedBudgetSetup()
    await acceptAndPay()
    const { dueDay = '' } = (await read())?.parts[1] ?? {}
    const { post } = createOutboxReader(practice)
    const remindAt = async (date: string) => {
      practice.clock.set(`${date}T10:00:00.000Z`)
      await signIn()
      await remind()
      return (await post()).filter(({ subject }) => subject === 'Tienes un pago pendiente en tu panel').length
    }

    expect([await remindAt(dueDay), await remindAt(addDays(dueDay, 1))]).toEqual([0, 1])
  })

  test('are not late while the bank is still paying them, and are once it has refused', async () => {
    const { practice, stripe, params, accept, read, remind, signIn } = await createPublishedBudgetSetup()
    const { body } = await accept()
    await payLater({ practice, stripe }, body.url)
    practice.clock.advance({ days: 2 })
    await signIn()
    const { post } = createOutboxReader(practice)
    const tellLate = async () => {
      await remind()
      const reminders = (await post()).filter(({ subject }) => subject === 'Tienes un pago pendiente en tu panel')
      const tasks = await readBudgetTasks(params.customerId, practice)
      const parts = (await read())?.parts.map(({ state, isPaying }) => (isPaying ? `${state}, paying` : state))
      return [parts, reminders.length, tasks.map(({ kind }) => kind)]
    }
    expect(await tellLate()).toEqual([['due, paying', 'later', 'later'], 0, []])

    await settleAtBank({ practice, stripe }, body.orderId, 'failed')

    expect(await tellLate()).toEqual([['late', 'later', 'later'], 1, ['budget-late']])
  })

  test('that the bank has paid in the end are paid, and the next one is due', async () => {
    const { practice, stripe, accept, read } = await createPublishedBudgetSetup()
    const { body } = await accept()
    await payLater({ practice, stripe }, body.url)

    await settleAtBank({ practice, stripe }, body.orderId, 'succeeded')

    expect((await read())?.parts.map(({ state }) => state)).toEqual(['paid', 'due', 'later'])
  })

  test('that are paid when it has ended go back whole', async () => {
    const { accept, settle, cancel, read, proceed, listPaidAndRefunded, request } = await createPublishedBudgetSetup()
    const { body } = await accept()
    expect((await cancel(0)).status).toBe(200)

    await settle(body)
    await proceed()

    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 14_000, refundedCents: 14_000, status: 'refunded' }])
    expect((await read())?.parts[0]).toMatchObject({ state: 'refunded' })
    // Not included in a budget: an ordinary request.
    expect((await request(day('12-01'))).body).toMatchObject({ isIncluded: false })
  })
})

describe('A-73 what a budget includes', () => {
  test('is used up by an hour, costs nothing, and is there again when it is cancelled in time', async () => {
    const { acceptAndPay, request, read, cancelHour } = await createPublishedBudgetSetup()
    await acceptAndPay({ optionId: 1, inParts: false })

    const hour = (await request(day('12-01'))).body
    expect(hour).toMatchObject({ isPaid: true, isIncluded: true, toConfirm: false, priceCents: null })
    expect(await read()).toMatchObject({ consultations: { count: 1, used: 1, free: 0 } })

    expect((await cancelHour(hour)).status).toBe(200)
    expect(await read()).toMatchObject({ consultations: { count: 1, used: 0, free: 1 } })
  })

  test('is given to one of two hours that are asked for at the same moment', async () => {
    const { practice, acceptAndPay, request, read } = await createPublishedBudgetSetup()
    await acceptAndPay({ optionId: 1, inParts: false })
    synchronizeNextWrites(practice, 2)

    const both = await Promise.all([request(day('12-01')), request(day('12-02'))])

    expect(both.filter(({ body }) => body.isIncluded)).toHaveLength(1)
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })
  })

  test('needs both statements for an hour within the days of withdrawal', async () => {
    const { acceptAndPay, request } = await createPublishedBudgetSetup()
    await acceptAndPay({ optionId: 1, inParts: false, consents: undefined })

    expect((await request(day('12-01'))).body.code).toBe('early-start-required')
    expect((await request(day('12-01'), { consents })).status).toBe(201)
  })

  test('is booked by the practice as well', async () => {
    const { acceptAndPay, agenda, asBoss, params, read } = await createPublishedBudgetSetup()
    await acceptAndPay({ optionId: 1, inParts: false })
    const body = { ...params, startsAt: day('12-01'), durationMinutes: 30, type: 'seguimiento' }

    const booked = await agenda(consultations.book, { ...asBoss(), body })

    expect(booked.body).toMatchObject({ budgetId: BUDGET_ID, isPaid: true, priceCents: null })
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })
    const again = await agenda(consultations.book, { ...asBoss(), body: { ...body, startsAt: day('12-02') } })
    expect(again.body.code).toBe('budget-closed')
  })
})

describe('A-73 cancelling a budget half-way', () => {
  test('refunds what was not used, to the cent, of the latest payment first', async () => {
    const { practice, acceptAndPay, payNext, note, request, terms, cancel, listPaidAndRefunded, read, countChanges } =
      await createPublishedBudgetSetup()
    await acceptAndPay()
    await payNext()
    await note(1)
    await request(day('12-22'))
    practice.clock.advance({ days: 20 })

    // 420 € over three consultations at 60 € and an analysis at 200 €: 66.32 (66.31) and 221.05.
    expect((await terms()).body).toMatchObject({
      paidCents: 28_000,
      owedCents: 22_105,
      refundCents: 5_895,
      rule: 'unused',
      until: null,
      consultationsToCancel: [{ startsAt: day('12-22') }],
    })
    expect((await cancel(5_894)).body.code).toBe('changed-meanwhile')

    const { status, body } = await cancel(5_895)

    expect({ status, refundCents: body.refundCents }).toEqual({ status: 200, refundCents: 5_895 })
    expect(await listPaidAndRefunded()).toEqual([
      { amountCents: 14_000, refundedCents: 0, status: 'completed' },
      { amountCents: 14_000, refundedCents: 5_895, status: 'partially-refunded' },
    ])
    expect(await read()).toMatchObject({ refundedCents: 5_895, consultations: { free: 0, blocked: 0 } })
    expect((await cancel(5_895)).status).toBe(200)
    expect(await countChanges('REFUND_REQUESTED')).toBe(1)
    expect(await countChanges('CONSULTATION_CANCELLED')).toBe(1)
  })

  test('within the 14 days refunds everything where nobody asked to begin', async () => {
    const { acceptAndPay, note, terms, cancel, listPaidAndRefunded } = await createPublishedBudgetSetup()
    await acceptAndPay({ inParts: false, consents: undefined })
    await note(1)

    expect((await terms()).body).toMatchObject({ refundCents: 42_000, rule: 'withdrawal' })
    await cancel(42_000)

    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 42_000, refundedCents: 42_000, status: 'refunded' }])
  })

  test('within the 14 days keeps the share of what was given at express request', async () => {
    const { acceptAndPay, note, terms } = await createPublishedBudgetSetup()
    await acceptAndPay({ inParts: false })
    await note(1)

    expect((await terms()).body).toMatchObject({ owedCents: 22_105, refundCents: 19_895, rule: 'withdrawal-in-part' })
  })

  test('puts the refund of each part, with its amount, into the log and the practice’s notices', async () => {
    const { practice, acceptAndPay, payNext, note, cancel } = await createPublishedBudgetSetup()
    await acceptAndPay()
    await payNext()
    await payNext()
    await note(1)

    await cancel(19_895)

    const refunds = (await listAuditChanges(practice)).filter(({ action }) => action === 'REFUND_REQUESTED')
    expect(refunds).toHaveLength(2)
    expect(new Set(refunds.map(({ details }) => details?.amountCents))).toEqual(new Set([14_000, 5_895]))
    const { office } = createOutboxReader(practice)
    for (const entry of refunds) await queuePracticeNotice(entry, office)
    const { data: notices } = await practice.data.practiceNotices.scan.go()
    expect(new Set(notices.map(({ amountCents }) => amountCents))).toEqual(new Set([14_000, 5_895]))
  })

  test('pressed twice at the same moment refunds once', async () => {
    const { practice, acceptAndPay, terms, cancel, listPaidAndRefunded, countChanges } =
      await createPublishedBudgetSetup()
    await acceptAndPay({ inParts: false })
    await terms()
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([cancel(42_000), cancel(42_000)])

    expect([one.status, other.status]).toEqual([200, 200])
    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 42_000, refundedCents: 42_000, status: 'refunded' }])
    expect(await countChanges('BUDGET_CANCELLED')).toBe(1)
  })

  test('by the practice gives the same', async () => {
    const { acceptAndPay, cancelByPractice, listPaidAndRefunded } = await createPublishedBudgetSetup()
    await acceptAndPay({ inParts: false })

    expect((await cancelByPractice(42_000)).status).toBe(200)

    expect(await listPaidAndRefunded()).toEqual([{ amountCents: 42_000, refundedCents: 42_000, status: 'refunded' }])
  })

  test('is the only way by which the client takes back what a part has paid', async () => {
    const { acceptAndPay, ask, asClient, practice, params } = await createPublishedBudgetSetup()
    await acceptAndPay()
    const { data: paid } = await practice.data.payments.query.byCustomer(params).go()
    const paymentId = paid[0]?.paymentId ?? ''

    expect((await ask(payments.refundOptions, { ...asClient, params: { paymentId } })).body).toMatchObject({
      refundCents: 0,
      rule: 'of-budget',
    })
    const body = { refundId: 'ref_11111111-1111-4111-8111-111111111111', amountCents: 14_000 }
    expect((await ask(payments.refundOwn, { ...asClient, params: { paymentId }, body })).body.code).toBe('too-late')
  })
})

describe('A-73 the invoices of a budget', () => {
  test('stand to be issued after each payment and refund, until the practice has', async () => {
    const { acceptAndPay, cancel, ask, asBoss, params } = await createPublishedBudgetSetup()
    await acceptAndPay({ inParts: false })
    await cancel(42_000)
    const list = async () =>
      (await ask(payments.listBudgetsOfCustomer, { ...asBoss(), params: { customerId: params.customerId } })).body
        .items[0]?.invoices ?? []
    const [invoice, note] = await list()
    expect([invoice, note]).toMatchObject([
      { kind: 'invoice', amountCents: 42_000, doneAt: null },
      { kind: 'credit-note', amountCents: 42_000, doneAt: null },
    ])

    const named = { kind: invoice?.kind, orderId: invoice?.orderId, refundId: null }
    await ask(payments.noteBudgetInvoice, { ...asBoss(), params, body: { ...named, done: true } })

    expect((await list()).map(({ doneAt }) => doneAt !== null)).toEqual([true, false])
  })
})

test('of one client another accepts, pays and cancels nothing', async () => {
  const { ask, acceptAndPay, practice, offer, read } = await createPublishedBudgetSetup()
  await acceptAndPay()
  await offer(OTHER_BUDGET_ID)
  const as = createPasswordSessionClaims(await createCliente(practice), practice)
  const orderId = (await read())?.parts[1]?.orderId ?? ''
  const body = { version: 1, optionId: 1, inParts: false, ...billing }
  const own = { budgetId: BUDGET_ID }

  const answers = [
    await ask(payments.acceptBudget, { as, params: { budgetId: OTHER_BUDGET_ID }, body }),
    await ask(payments.checkoutBudgetPart, { as, params: { ...own, orderId }, body: {} }),
    await ask(payments.budgetCancellation, { as, params: own }),
    await ask(payments.cancelBudget, { as, params: own, body: { refundCents: 14_000 } }),
  ]

  expect(answers.map((each) => each.body.code)).toEqual(['not-found', 'not-found', 'not-found', 'not-found'])
})

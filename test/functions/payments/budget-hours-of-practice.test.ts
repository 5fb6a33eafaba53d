import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createCliente } from '../../support/people.ts'
import { createPublishedBudgetSetup, day, OTHER_BUDGET_ID } from '../../support/published-budget.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

describe('A-73 an hour of a budget that the practice gives', () => {
  const hour = { durationMinutes: 30, type: 'seguimiento' }

  async function withAPaidBudget(accepted: object = { optionId: 1, inParts: false }) {
    const budget = await createPublishedBudgetSetup()
    await budget.acceptAndPay(accepted)
    const { agenda, ask, asBoss, asClient, params } = budget
    const give = (startsAt: string, body: object = {}) =>
      agenda(consultations.book, { ...asBoss(), body: { ...params, ...hour, startsAt, ...body } })
    const change = ({ consultationId, version }: { consultationId: string; version: number }, body: object) => {
      const of = { customerId: params.customerId, consultationId }
      return agenda(consultations.edit, { ...asBoss(), params: of, body: { ...hour, version, ...body } })
    }
    const readOptions = async (consultationId: string) =>
      (await ask(payments.consultationOptions, { ...asClient, params: { consultationId } })).body
    return { ...budget, give, change, readOptions }
  }

  async function withAnHourAfterAbsence() {
    const budget = await withAPaidBudget({ inParts: false })
    const { practice, agenda, asBoss, signIn, params, give, change } = budget
    const { body: booked } = await give(day('12-10'))
    practice.clock.set(day('12-10', '11:00'))
    await signIn()
    const of = { customerId: params.customerId, consultationId: booked.consultationId }
    const set = async (status: 'no_show' | 'scheduled', version: number) =>
      (await agenda(consultations.setStatus, { ...asBoss(), params: of, body: { status, version } })).body
    const missed = await set('no_show', booked.version)
    const open = await set('scheduled', missed.version)
    const { body: anew } = await change(open, { startsAt: day('12-21') })
    return { ...budget, anew }
  }

  test('sent twice at the same moment, and again, is one that uses up one', async () => {
    const { practice, give, read, countChanges } = await withAPaidBudget()
    const requestId = crypto.randomUUID()
    synchronizeNextWrites(practice, 2)

    const both = await Promise.all([1, 2].map(() => give(day('12-01'), { requestId })))
    const again = await give(day('12-01'), { requestId })

    expect([...both, again].map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set([...both, again].map(({ body }) => body.consultationId)).size).toBe(1)
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })
    expect(await countChanges('CONSULTATION_BOOKED')).toBe(1)
  })

  test('is refused where the browser has corrected what pays for it, and the first one stands', async () => {
    const { give, read } = await withAPaidBudget()
    const requestId = crypto.randomUUID()
    await give(day('12-01'), { requestId })

    const apart = await give(day('12-01'), { requestId, budgetId: undefined })

    expect(apart.body.code).toBe('slot-taken')
    expect(await read()).toMatchObject({ consultations: { used: 1 } })
  })

  test('is the only one of two that are given and chosen at the same moment', async () => {
    const { practice, give, request, read } = await withAPaidBudget()
    synchronizeNextWrites(practice, 2)

    await Promise.all([give(day('12-01')), request(day('12-02'))])

    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })
  })

  test.each([
    ['an order beside it', { orderId: 'ord_aaaaaaaa' }, 'invalid-input'],
    ['another length', { durationMinutes: 60 }, 'invalid-input'],
    ['another type', { type: 'revision' }, 'budget-closed'],
    ['a budget that is not this client’s', { budgetId: OTHER_BUDGET_ID }, 'budget-closed'],
  ])('is refused with %s', async (_, body, code) => {
    const { give, read } = await withAPaidBudget()

    expect((await give(day('12-01'), body)).body.code).toBe(code)
    expect(await read()).toMatchObject({ consultations: { used: 0, free: 1 } })
  })

  test('is refused for another client', async () => {
    const { practice, give, read } = await withAPaidBudget()
    const other = await createCliente(practice, { email: 'otra@correo.test' })

    const { body } = await give(day('12-01'), { customerId: other.customerId })

    expect(body.code).toBe('budget-closed')
    expect(await read()).toMatchObject({ consultations: { used: 0, free: 1 } })
  })

  test('waits for the part that goes before it, also when it is moved', async () => {
    const inMonths = createBudgetOption({
      laterParts: [{ kind: 'month', number: 2 }],
    })
    const { offer, accept, settle, agenda, asBoss, params, practice } = await createPublishedBudgetSetup()
    practice.clock.advance({ minutes: 1 })
    await offer(OTHER_BUDGET_ID, createBudgetContent({ options: [inMonths], recommended: null }))
    const own = { ...params, budgetId: OTHER_BUDGET_ID }
    await settle((await accept({ optionId: 1 }, OTHER_BUDGET_ID)).body)
    const give = (startsAt: string) => agenda(consultations.book, { ...asBoss(), body: { ...own, ...hour, startsAt } })

    expect((await give(day('12-22'))).body.code).toBe('budget-part-unpaid')
    const given = await give(day('12-01'))
    expect(given.status).toBe(201)
    const { consultationId, version } = given.body
    const move = (startsAt: string) => {
      const of = { customerId: params.customerId, consultationId }
      return agenda(consultations.edit, { ...asBoss(), params: of, body: { ...hour, startsAt, version } })
    }
    expect((await move(day('12-22'))).body.code).toBe('budget-part-unpaid')
    expect((await move(day('12-02'))).status).toBe(200)
  })

  test('is there again when the practice cancels it, and used up once more when it is given anew', async () => {
    const { practice, give, agenda, asBoss, params, read, signIn } = await withAPaidBudget()
    const { consultationId, version } = (await give(day('12-01'))).body
    const set = (status: string, at: number) => {
      const of = { customerId: params.customerId, consultationId }
      return agenda(consultations.setStatus, { ...asBoss(), params: of, body: { status, version: at } })
    }

    const { body: cancelled } = await set('cancelled', version)
    expect(await read()).toMatchObject({ consultations: { used: 0, free: 1 } })
    expect((await set('scheduled', cancelled.version)).body).toMatchObject({ isIncluded: true })
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })

    practice.clock.advance({ days: 15 })
    await signIn()
    expect((await set('no_show', cancelled.version + 1)).status).toBe(200)
    expect(await read()).toMatchObject({ consultations: { used: 1, free: 0 } })
  })

  test('is said to return to the budget before its client gives it up', async () => {
    const { give, readOptions } = await withAPaidBudget()
    const { body } = await give(day('12-10'))

    const options = await readOptions(body.consultationId)

    expect(options).toMatchObject({ paymentId: null, mayCancel: true, mayKeep: true, refundCents: 0 })
  })

  test('keeps its price, which is none', async () => {
    const { give, change } = await withAPaidBudget()
    const { body } = await give(day('12-01'), { priceCents: 9000 })
    expect(body).toMatchObject({ priceCents: null, isPaid: true })

    expect((await change(body, { startsAt: day('12-01'), priceCents: 9000 })).body.code).toBe('order-already-paid')
  })

  test('says until when its client may withdraw wholly, where they have not asked to begin', async () => {
    const asked = await withAPaidBudget()
    expect(await asked.read()).toMatchObject({ earlyStartUntil: null })

    const { read, give, practice, signIn } = await withAPaidBudget({ optionId: 1, inParts: false, consents: undefined })
    expect((await give(day('12-01'))).status).toBe(201)
    expect(await read()).toMatchObject({ earlyStartUntil: '2026-12-05T23:00:00.000Z' })

    practice.clock.advance({ days: 15 })
    await signIn()
    expect(await read()).toMatchObject({ earlyStartUntil: null })
  })

  test.each([[false], [true]])(
    'that was missed is not charged when its client withdraws within the 14 days (removed from the agenda: %s)',
    async (isRemoved) => {
      const { practice, give, agenda, asBoss, params, signIn, terms } = await withAPaidBudget({ inParts: false })
      const { consultationId, version } = (await give(day('11-25'))).body
      practice.clock.set(day('11-25', '11:00'))
      await signIn()
      const of = { customerId: params.customerId, consultationId }
      const missed = await agenda(consultations.setStatus, {
        ...asBoss(),
        params: of,
        body: { status: 'no_show', version },
      })
      const query = { version: missed.body.version }
      const removed = isRemoved && (await agenda(consultations.remove, { ...asBoss(), params: of, query }))
      expect(removed && removed.status).toBe(isRemoved && 200)

      expect((await terms()).body).toMatchObject({ owedCents: 0, refundCents: 42_000 })
    },
  )

  describe('after an absence keeps the one that was missed used, and paid,', () => {
    // A follow-up of 60.00 €, proportional to the total price.
    const oneUsed = { owedCents: 6632, refundCents: 42_000 - 6632 }

    test('where the client cancels that hour in time, as they read before', async () => {
      const { anew, cancelHour, read, readOptions, terms } = await withAnHourAfterAbsence()
      const options = await readOptions(anew.consultationId)
      expect(options).toMatchObject({ mayCancel: true, mayKeep: false, rule: 'missed-before' })

      expect((await cancelHour(anew)).status).toBe(200)

      expect((await terms()).body).toMatchObject(oneUsed)
      expect(await read()).toMatchObject({ consultations: { used: 1, free: 2 } })
    })

    test('where it is to come when the budget is cancelled', async () => {
      const { terms } = await withAnHourAfterAbsence()

      expect((await terms()).body).toMatchObject(oneUsed)
    })
  })
})

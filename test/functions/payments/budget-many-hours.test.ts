import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createPublishedBudgetSetup, day } from '../../support/published-budget.ts'
import { interruptNextWrite, synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

const HOURS = 24
const hour = { durationMinutes: 60, type: 'seguimiento' as const }

const content = createBudgetContent({
  options: [createBudgetOption({ consultations: { count: HOURS, ...hour, referenceCents: 6000 }, laterParts: [] })],
  recommended: null,
})
const LEFT_CENTS = 36_878

const series = Array.from({ length: HOURS }, (_, index) => day(`12-${String(index + 1).padStart(2, '0')}`))

async function withHours(starts: readonly string[] = series) {
  const budget = await createPublishedBudgetSetup(content)
  const { practice, stripe, agenda, asBoss, params, acceptAndPay, note } = budget
  await acceptAndPay({ optionId: 1, inParts: false })
  await note(1)
  for (const startsAt of starts) {
    const body = { ...params, ...hour, startsAt, override: { reason: 'Una tras otra' } }
    // oxlint-disable-next-line no-await-in-loop -- each uses the next one of the budget
    const { status } = await agenda(consultations.book, { ...asBoss(), body })
    if (status !== 201) throw new Error(`${startsAt} was not booked`)
  }
  const listHours = async () => (await practice.data.consultations.query.byCustomer(params).go({ pages: 'all' })).data
  return {
    ...budget,
    listHours,
    readEnd: async () => {
      const [{ data: steps }, { data: mails }, { data: refunds }, hours, atStripe] = await Promise.all([
        practice.data.agendaSteps.scan.go({ pages: 'all' }),
        practice.data.mails.scan.go({ pages: 'all' }),
        practice.data.refunds.scan.go({ pages: 'all' }),
        listHours(),
        stripe.client.refunds.list({ limit: 100 }),
      ])
      const told = mails.flatMap(({ content: { kind, ...of } }) =>
        kind === 'client-notice' && 'notice' in of && of.notice.type === 'consultation_cancelled' ? [of.notice] : [],
      )
      return {
        scheduled: hours.filter(({ status }) => status !== 'cancelled').length,
        takenSteps: steps.filter(({ holders = [], pauses = [] }) => holders.length + pauses.length > 0).length,
        told: told.length,
        audited: await budget.countChanges('CONSULTATION_CANCELLED'),
        endings: await budget.countChanges('BUDGET_CANCELLED'),
        refunds: refunds.map(({ amountCents, status }) => ({ amountCents, status })),
        atStripe: atStripe.data.map(({ amount }) => amount),
      }
    },
  }
}

const endOf = (hours: number) => ({
  scheduled: 0,
  takenSteps: 0,
  told: hours,
  audited: hours,
  endings: 1,
  refunds: [{ amountCents: LEFT_CENTS, status: 'succeeded' }],
  atStripe: [LEFT_CENTS],
})

async function cutOffBetweenTheHours({ practice, cancel }: Awaited<ReturnType<typeof withHours>>) {
  interruptNextWrite(practice, 'hoursLeft', () => Promise.reject(new Error('cut off')))
  expect((await cancel(LEFT_CENTS)).status).toBe(500)
}

describe('A-73 a budget with 24 hours to come', () => {
  test('is cancelled by its client: what was not used goes back, and every hour is free again', async () => {
    const { terms, cancel, readEnd, read, practice } = await withHours()
    const { body } = await terms()
    expect(body.refundCents).toBe(LEFT_CENTS)
    expect(body.consultationsToCancel.map(({ startsAt }) => startsAt)).toEqual(series)

    const { status, body: done } = await cancel(LEFT_CENTS)

    expect({ status, state: done.budget.state }).toEqual({ status: 200, state: 'ended' })
    expect(await readEnd()).toEqual(endOf(HOURS))
    expect(await read()).toMatchObject({ refundedCents: LEFT_CENTS, consultations: { free: 0, blocked: 0 } })
    expect(await listBrokenInvariants(practice)).toEqual({})
  })

  test('is cancelled by the practice', async () => {
    const { cancelByPractice, readEnd } = await withHours()

    expect((await cancelByPractice(LEFT_CENTS)).status).toBe(200)

    expect(await readEnd()).toEqual(endOf(HOURS))
  })

  test('is cancelled once by two presses at the same moment', async () => {
    const { practice, terms, cancel, readEnd } = await withHours()
    await terms()
    synchronizeNextWrites(practice, 2)

    const both = await Promise.all([cancel(LEFT_CENTS), cancel(LEFT_CENTS)])

    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await readEnd()).toEqual(endOf(HOURS))
  })

  test('that was cut off between its hours goes on with the next press', async () => {
    const setup = await withHours()
    await cutOffBetweenTheHours(setup)
    expect(await setup.readEnd()).toMatchObject({ endings: 1, atStripe: [] })

    expect((await setup.cancel(LEFT_CENTS - 1)).body.code).toBe('budget-closed')
    expect((await setup.cancel(LEFT_CENTS)).status).toBe(200)

    expect(await setup.readEnd()).toEqual(endOf(HOURS))
  })

  test('that was cut off between its hours goes on by the schedule where nobody presses again', async () => {
    const setup = await withHours()
    const { practice, proceed, readEnd } = setup
    await cutOffBetweenTheHours(setup)
    practice.clock.advance({ minutes: 2 })

    // Continues with the refund and the hours.
    expect(await proceed()).toEqual({ continued: 2 })

    expect(await readEnd()).toEqual(endOf(HOURS))
    expect(await proceed()).toEqual({ continued: 0 })
  })

  test('that was cut off leaves alone what became of an hour meanwhile', async () => {
    const setup = await withHours()
    const { agenda, asBoss, params, listHours, cancel, readEnd } = setup
    await cutOffBetweenTheHours(setup)
    const { customerId } = params
    const { consultationId = '', version } =
      (await listHours()).find(({ status, startsAt }) => status === 'scheduled' && startsAt === series.at(-1)) ?? {}
    const of = { customerId, consultationId }
    const { status } = await agenda(consultations.setStatus, {
      ...asBoss(),
      params: of,
      body: { status: 'cancelled', version },
    })
    expect(status).toBe(200)

    expect((await cancel(LEFT_CENTS)).status).toBe(200)

    expect(await readEnd()).toMatchObject({ scheduled: 0, takenSteps: 0, audited: HOURS - 1, atStripe: [LEFT_CENTS] })
  })
})

test.each([
  ['one right after the other', ['10:00', '11:00']],
  ['one half into the other', ['10:00', '10:30']],
  ['both at the same time', ['10:00', '10:00']],
])('A-73 a budget with two hours, %s, is cancelled with both', async (_, times) => {
  const { cancel, readEnd } = await withHours(times.map((time) => day('12-01', time)))

  expect((await cancel(LEFT_CENTS)).status).toBe(200)

  expect(await readEnd()).toEqual(endOf(2))
})

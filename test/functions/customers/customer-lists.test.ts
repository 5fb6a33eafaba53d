import { describe, expect, test, vi } from 'vitest'
import { addDays, toPracticeDay } from '#contract/calendar-days'
import { consultations } from '#contract/consultations-domain'
import type { CustomerListName } from '#contract/customer-lists'
import { customers } from '#contract/customers-domain'
import { messages } from '#contract/messages'
import { questionnaire } from '#contract/questionnaire'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveUpdates } from '../../../functions/customers/update-lists.handler.ts'
import { createLambdaHandler as serveMessages } from '../../../functions/messages/handler.ts'
import { createLambdaHandler as serveQuestionnaire } from '../../../functions/questionnaire/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'
import { createCustomersSetup } from './customers-setup.ts'

async function aPractice() {
  const setup = await createCustomersSetup()
  const { practice, ask, administrador } = setup
  const as = () => createPasswordSessionClaims(administrador, practice)
  const askConsultations = createEndpointCaller(serveConsultations(() => practice))
  const askQuestionnaire = createEndpointCaller(serveQuestionnaire(() => practice))
  const update = serveUpdates(() => practice)
  return {
    ...setup,
    askQuestionnaire,
    claims: as,
    update: () => update(),
    inList: async (list: CustomerListName) =>
      (await ask(customers.listPathways, { as: as(), query: { list } })).body.items.map(({ name }) => name),
    tasks: async () => (await ask(customers.listTasks, { as: as() })).body.items,
    book: (customerId: string, startsAt: string) =>
      askConsultations(consultations.book, {
        as: as(),
        body: { customerId, startsAt, durationMinutes: 30, type: 'primera_consulta' },
      }),
  }
}

const magnesium = {
  supplementId: 'sup_magnesio',
  name: 'Magnesio',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  status: 'active',
  version: 1,
} as const

type Practice = Awaited<ReturnType<typeof aPractice>>['practice']

async function prescribe(practice: Practice, customerId: string, more: { startDate: string; packDoses?: number }) {
  const clientSupplementId = 'csu_magnesio'
  const createdAt = `${more.startDate}T08:00:00.000Z`
  const countedFrom = more.startDate
  await practice.data.clientSupplements
    .put({ ...magnesium, times: [...magnesium.times], ...more, customerId, clientSupplementId, createdAt, countedFrom })
    .go()
  return clientSupplementId
}

async function threeWeeks(steps: readonly [number, number, number]) {
  const setup = await aPractice()
  const { practice, askQuestionnaire, claims } = setup
  const client = await createCliente(practice)
  const params = { customerId: client.customerId }
  const tell = async (week: string, step: number) => {
    practice.clock.set(`${addDays(week, 5)}T09:00:00.000Z`)
    const { body } = await askQuestionnaire(questionnaire.saveCheckIn, {
      as: createPasswordSessionClaims(client, practice),
      body: { week, bloating: step, energy: step, sleep: step, mood: step },
    })
    return body
  }
  const weeks = ['2026-11-16', '2026-11-23', '2026-11-30'] as const
  for (const [index, week] of weeks.entries()) await tell(week, steps[index] ?? 1)
  await setup.update()
  return {
    ...setup,
    client,
    tell,
    worse: async () => (await setup.tasks()).filter(({ kind }) => kind === 'check-in-worse'),
    see: (body: { week: string; answeredAt: string }) =>
      askQuestionnaire(questionnaire.seeCheckIn, { as: claims(), params, body }),
  }
}

const monday = '2026-11-23T10:00:00.000Z'

describe('clients by where they are in the process', () => {
  test('whoever gets an hour goes from the first step to the second, and is no longer without one', async () => {
    const { practice, create, update, inList, book } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    await create({ name: 'Grace Hopper', email: 'grace@correo.test' })
    await update()
    expect(await inList('hourless')).toEqual(['Ada Lovelace', 'Grace Hopper'])
    expect(await inList('step-1')).toEqual(['Ada Lovelace', 'Grace Hopper'])

    practice.clock.advance({ minutes: 5 })
    await book(ada.customerId, monday)
    await update()

    expect(await inList('hourless')).toEqual(['Grace Hopper'])
    expect(await inList('step-1')).toEqual(['Grace Hopper'])
    expect(await inList('step-2')).toEqual(['Ada Lovelace'])
  })

  test('whoever asks for an hour far on the way waits for the practice, and stays in the step that was reached', async () => {
    const { practice, ask, claims, update, inList } = await aPractice()
    const client = await createCliente(practice)
    const params = { customerId: client.customerId }
    const body = { state: 'plan-to-publish', reason: 'done-outside', version: 0 } as const
    await ask(customers.correctPathway, { as: claims(), params, body })
    await createEndpointCaller(serveConsultations(() => practice))(consultations.request, {
      as: createPasswordSessionClaims(client, practice),
      body: { startsAt: monday, durationMinutes: 30, type: 'seguimiento' },
    })
    await update()

    expect([await inList('step-4'), await inList('step-5')]).toEqual([['Lucía Ferrer'], []])
    const { items } = (await ask(customers.listPathways, { as: claims(), query: { list: 'turn-practice' } })).body
    expect(items).toMatchObject([{ state: 'follow-up-to-confirm', step: 4, turn: 'practice' }])
  })

  test('the list of all says of each where they are, by whichever order they were found, and of a new one that it is not known', async () => {
    const { claims, ask, create, update, book } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    await book(ada.customerId, monday)
    await update()
    await create({ name: 'Grace Hopper', email: 'grace@correo.test' })

    for (const query of [{}, { order: 'name' }, { search: 'correo' }] as const) {
      const { items } = (await ask(customers.list, { as: claims(), query })).body
      const byName = Object.fromEntries(items.map(({ name, pathway }) => [name, pathway]))
      expect(byName).toMatchObject({ 'Ada Lovelace': { step: 2, due: { day: '2026-11-23' } }, 'Grace Hopper': null })
    }
  })

  test('it becomes the practice’s turn when a consultation is over, though nobody has done anything', async () => {
    const { practice, create, update, inList, book } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    await book(ada.customerId, monday)
    practice.clock.set('2026-11-23T09:00:00.000Z')
    await update()
    expect(await inList('turn-practice')).toEqual([])

    for (const minutes of [61, 31]) {
      practice.clock.advance({ minutes })
      await update()
    }

    expect(await inList('turn-practice')).toEqual(['Ada Lovelace'])
  })

  test('the longest without anything happening stand first, and a deleted client in no list', async () => {
    const { practice, create, remove, update, inList } = await aPractice()
    await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    practice.clock.advance({ minutes: 1 })
    const { body: grace } = await create({ name: 'Grace Hopper', email: 'grace@correo.test' })
    practice.clock.advance({ minutes: 1 })
    await create({ name: 'Zoe Vidal', email: 'zoe@correo.test' })
    await update()
    expect(await inList('inactive')).toEqual(['Ada Lovelace', 'Grace Hopper', 'Zoe Vidal'])

    await remove(grace.customerId)

    expect(await inList('inactive')).toEqual(['Ada Lovelace', 'Zoe Vidal'])
    await update()
    const { data: left } = await practice.data.customerListEntries.query
      .byCustomer({ customerId: grace.customerId })
      .go()
    expect(left).toEqual([])
  })

  test('of a client who is erased while a run goes on nothing is written', async () => {
    const { practice, create, remove, update } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    interruptNextWrite(practice, 'listEntries', () => remove(ada.customerId))

    await update()

    expect((await practice.data.customerListEntries.scan.go()).data).toEqual([])
  })

  test('one who cannot be computed keeps nobody else waiting, the run says so, and the next one tries again', async () => {
    const { practice, create, update, inList } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    await create({ name: 'Grace Hopper', email: 'grace@correo.test' })
    const { byCustomer } = practice.data.pastCourses.query
    const reading = vi.spyOn(practice.data.pastCourses.query, 'byCustomer').mockImplementation((key) => {
      if (key.customerId === ada.customerId) throw new Error('unreadable')
      return byCustomer(key)
    })

    await expect(update()).rejects.toThrow('1 clients')
    expect(await inList('inactive')).toEqual(['Grace Hopper'])

    reading.mockRestore()
    practice.clock.advance({ minutes: 10 })
    await update()
    expect(await inList('inactive')).toEqual(['Ada Lovelace', 'Grace Hopper'])
  })

  test('a clock that ran ahead and is put back loses nobody', async () => {
    const { practice, create, update, inList } = await aPractice()
    practice.clock.advance({ minutes: 20 })
    await update()
    practice.clock.advance({ minutes: -15 })
    await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })

    await update()

    expect(await inList('inactive')).toEqual(['Ada Lovelace'])
  })

  test('a list comes page by page', async () => {
    const { ask, as, create, update } = await aPractice()
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Zoe Vidal'])
      await create({ name, email: `${name.slice(0, 3).toLowerCase()}@correo.test` })
    await update()
    const first = await ask(customers.listPathways, { as, query: { list: 'inactive', limit: 2 } })

    const second = await ask(customers.listPathways, {
      as,
      query: { list: 'inactive', limit: 2, cursor: first.body.next as string },
    })

    expect([...first.body.items, ...second.body.items].map(({ name }) => name).toSorted()).toEqual([
      'Ada Lovelace',
      'Grace Hopper',
      'Zoe Vidal',
    ])
    expect(second.body.next).toBeNull()
  })
})

describe('what is to be done for clients', () => {
  test('answers that nobody of the practice has read wait until somebody has, and not a moment longer', async () => {
    const { practice, ask, update, tasks, askQuestionnaire, claims } = await aPractice()
    const client = await createCliente(practice)
    const { customerId } = client
    const inRecord = async () => (await ask(customers.readPathway, { as: claims(), params: { customerId } })).body.tasks
    await askQuestionnaire(questionnaire.save, {
      as: createPasswordSessionClaims(client, practice),
      body: { weight: 60, version: 0 },
    })
    await update()
    expect(await tasks()).toMatchObject([{ kind: 'questionnaire-unread', customerId }])
    expect(await inRecord()).toEqual(['questionnaire-unread'])

    await askQuestionnaire(questionnaire.see, {
      as: claims(),
      params: { customerId },
      body: { version: 1 },
    })

    expect(await tasks()).toEqual([])
    expect(await inRecord()).toEqual([])
    await update()
    expect(await tasks()).toEqual([])
  })

  test('answers that were changed still wait when somebody reads the earlier ones alone', async () => {
    const { practice, update, tasks, askQuestionnaire, claims } = await aPractice()
    const client = await createCliente(practice)
    const { customerId } = client
    for (const version of [0, 1]) {
      const as = createPasswordSessionClaims(client, practice)
      await askQuestionnaire(questionnaire.save, { as, body: { weight: 60 + version, version } })
    }
    const see = (version: number) =>
      askQuestionnaire(questionnaire.see, { as: claims(), params: { customerId }, body: { version } })
    await update()

    await see(1)

    expect(await tasks()).toMatchObject([{ kind: 'questionnaire-unread', customerId }])
    await see(2)
    expect(await tasks()).toEqual([])
  })

  test.each([
    ['twice worse', [4, 3, 2], 1],
    ['worse, then the same', [4, 3, 3], 0],
    ['better, then worse', [2, 4, 3], 0],
  ] as const)('a client who has told of %s is to be looked at: %j, %i', async (_, steps, told) => {
    const { worse } = await threeWeeks([...steps])

    expect(await worse()).toHaveLength(told)
  })

  test('two weeks worse wait until somebody has read them, and come again when the next is worse still', async () => {
    const { worse, see, tell, update, client, practice } = await threeWeeks([4, 3, 2])
    const told = { kind: 'check-in-worse', customerId: client.customerId, at: '2026-12-05T09:00:00.000Z' }
    expect(await worse()).toMatchObject([told])

    await see({ week: '2026-11-30', answeredAt: '2026-12-05T09:00:00.000Z' })

    expect(await worse()).toEqual([])
    practice.clock.advance({ minutes: 1 })
    await update()
    expect(await worse()).toEqual([])
    await tell('2026-12-07', 1)
    await update()
    expect(await worse()).toMatchObject([{ ...told, at: '2026-12-12T09:00:00.000Z' }])
  })

  test('two weeks worse still wait when somebody has read the earlier of them alone', async () => {
    const { worse, see } = await threeWeeks([4, 3, 2])

    expect((await see({ week: '2026-11-23', answeredAt: '2026-11-28T09:00:00.000Z' })).status).toBe(200)

    expect(await worse()).toHaveLength(1)
  })

  test('two weeks worse are no longer told of when the next is better, though nobody has read them', async () => {
    const { worse, tell, update } = await threeWeeks([4, 3, 2])

    await tell('2026-12-07', 3)
    await update()

    expect(await worse()).toEqual([])
  })

  test('a payment under an address that nobody has proven waits until somebody has', async () => {
    const { practice, create, update, tasks } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    const paidAt = practice.now().toISOString()
    await practice.data.payments
      .put({
        paymentId: 'pay_00000001',
        orderId: 'ord_00000001',
        customerId: ada.customerId,
        concept: 'Primera consulta',
        amountCents: 8000,
        refundedCents: 0,
        currency: 'eur',
        status: 'completed',
        paidAt,
        receiptNumber: 'J-2026-000001',
      })
      .go()
    await update()

    expect(await tasks()).toEqual([
      {
        kind: 'email-unproven',
        customerId: ada.customerId,
        customerName: 'Ada Lovelace',
        at: paidAt,
        percent: null,
        percentBefore: null,
      },
    ])
  })

  test('a week in which clearly less was taken than in the three before is told, with both', async () => {
    const { practice, create, update, tasks } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    const today = toPracticeDay(practice.now())
    const clientSupplementId = await prescribe(practice, ada.customerId, { startDate: addDays(today, -40) })
    const tick = (day: string) =>
      practice.data.doses
        .put({ customerId: ada.customerId, clientSupplementId, day, time: 'Noche', tickedAt: `${day}T21:00:00.000Z` })
        .go()
    for (let ago = 28; ago >= 8; ago -= 1) await tick(addDays(today, -ago))
    for (const ago of [7, 6, 5, 4, 3, 2]) await tick(addDays(today, -ago))
    await update()
    expect(await tasks()).toEqual([])

    for (const ago of [2, 3, 4]) {
      const key = { customerId: ada.customerId, clientSupplementId, day: addDays(today, -ago), time: 'Noche' } as const
      await practice.data.doses.patch(key).set({ taken: false }).go()
    }
    practice.clock.advance({ hours: 16 })
    await update()

    expect(await tasks()).toMatchObject([{ kind: 'adherence-falling', percent: 29, percentBefore: 100 }])
  })

  test.each([
    ['taken', [7, 6]],
    ['not taken', [6, 5]],
  ] as const)('a dose of seven days ago, %s, counts in the last week alone', async (_, takenLately) => {
    const { practice, create, update, tasks } = await aPractice()
    const { customerId } = (await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })).body
    const today = toPracticeDay(practice.now())
    const clientSupplementId = await prescribe(practice, customerId, { startDate: addDays(today, -40) })
    const before = Array.from({ length: 21 }, (__, index) => 8 + index)
    for (const ago of [...before, ...takenLately]) {
      const day = addDays(today, -ago)
      await practice.data.doses
        .put({ customerId, clientSupplementId, day, time: 'Noche', tickedAt: `${day}T21:00:00.000Z` })
        .go()
    }
    await update()

    // Two of seven, and 21 of 21.
    expect(await tasks()).toMatchObject([{ kind: 'adherence-falling', percent: 29, percentBefore: 100 }])
  })

  test.each([
    [8, 0],
    [7, 1],
    [0, 1],
    [-3, 1],
    [-4, 0],
  ])('a pack whose last dose is in %i days is %i to be told of', async (days, told) => {
    const { practice, create, update, tasks } = await aPractice()
    const { body: ada } = await create({ name: 'Ada Lovelace', email: 'ada@correo.test' })
    const today = toPracticeDay(practice.now())
    await prescribe(practice, ada.customerId, { startDate: addDays(today, days - 29), packDoses: 30 })
    await update()

    const found = (await tasks()).filter(({ kind }) => kind === 'pack-ending')
    expect(found.map(({ at }) => at)).toEqual(told ? [`${addDays(today, days)}T12:00:00.000Z`] : [])
  })
})

test('a question waits for the practice until it is answered, whatever the state of its client says', async () => {
  const { practice, claims, update, tasks, inList } = await aPractice()
  practice.clock.set(monday)
  const client = await createCliente(practice)
  const askMessages = createEndpointCaller(serveMessages(() => practice))
  await update()
  expect(await inList('turn-client')).toEqual(['Lucía Ferrer'])
  const body = { requestId: '11111111-1111-4111-8111-111111111111', text: '¿Con café?' }

  await askMessages(messages.sendMine, { as: createPasswordSessionClaims(client, practice), body })
  practice.clock.advance({ minutes: 1 })
  await update()

  const { customerId } = client
  expect(await tasks()).toMatchObject([{ kind: 'question-waiting', customerId, at: '2026-11-25T18:00:00.000Z' }])
  expect(await inList('turn-practice')).toEqual(['Lucía Ferrer'])
  expect(await inList('turn-client')).toEqual([])
  const answer = { requestId: '22222222-2222-4222-8222-222222222222', text: 'Una hora después.' }
  await askMessages(messages.sendToCustomer, { as: claims(), params: { customerId }, body: answer })
  expect(await tasks()).toEqual([])
  practice.clock.advance({ minutes: 1 })
  await update()
  expect(await inList('turn-client')).toEqual(['Lucía Ferrer'])
})

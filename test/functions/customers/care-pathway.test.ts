import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { questionnaire } from '#contract/questionnaire'
import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveQuestionnaire } from '../../../functions/questionnaire/handler.ts'
import { createLambdaHandler as serveSupplements } from '../../../functions/supplements/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createCustomersSetup } from './customers-setup.ts'

const monday = '2026-11-23T10:00:00.000Z'
const magnesium = {
  name: 'Magnesio',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
} as const

async function aClientOnTheWay() {
  const { practice, ask, administrador } = await createCustomersSetup()
  const client = await createCliente(practice)
  // Issued for each call: these tests pass days, and no session lasts that long.
  const claims = () => createPasswordSessionClaims(administrador, practice)
  const ownClaims = () => createPasswordSessionClaims(client, practice)
  const { customerId } = client
  const params = { customerId }
  const askConsultations = createEndpointCaller(serveConsultations(() => practice))
  const read = async () => (await ask(customers.readOwnPathway, { as: ownClaims() })).body
  return {
    practice,
    ask,
    claims,
    client,
    customerId,
    read,
    where: async () => {
      const { state, step, turn } = await read()
      return [step, turn, state]
    },
    readAsPractice: async () => (await ask(customers.readPathway, { as: claims(), params })).body,
    pay: async () => {
      const paidAt = practice.now().toISOString()
      const orderId = 'ord_of-the-first'
      await practice.data.ordersToSchedule.put({ customerId, orderId, concept: 'Primera consulta', paidAt }).go()
    },
    book: (startsAt: string, type = 'primera_consulta') =>
      askConsultations(consultations.book, { as: claims(), body: { customerId, startsAt, durationMinutes: 30, type } }),
    request: (startsAt: string) =>
      askConsultations(consultations.request, {
        as: ownClaims(),
        body: { startsAt, durationMinutes: 30, type: 'seguimiento' },
      }),
    close: async (consultationId: string, status: 'completed' | 'no_show' = 'completed') => {
      const key = { customerId, consultationId }
      const { body } = await askConsultations(consultations.read, { as: claims(), params: key })
      return askConsultations(consultations.setStatus, {
        as: claims(),
        params: key,
        body: { status, version: body.version },
      })
    },
    answer: () =>
      createEndpointCaller(serveQuestionnaire(() => practice))(questionnaire.save, {
        as: ownClaims(),
        body: { weight: 60, version: 0 },
      }),
    prescribe: (dates: { startDate: string; endDate?: string }) =>
      createEndpointCaller(serveSupplements(() => practice))(supplements.add, {
        as: claims(),
        params,
        body: { ...magnesium, ...dates, requestId: randomUUID() },
      }),
    result: (createdAt: string) =>
      practice.data.clientFiles
        .put({
          customerId,
          fileId: `fil_${createdAt.slice(0, 10)}-result`,
          fileName: 'analitica.pdf',
          fileType: 'analytics',
          sizeBytes: 100,
          status: 'available',
          fileKey: `${customerId}/analitica`,
          uploadedBy: 'usr_of-the-practice',
          createdAt,
        } as never)
        .go(),
    correct: (body: object) =>
      ask(customers.correctPathway, { as: claims(), params, body: { reason: 'agreed-in-call', ...body } }),
  }
}

describe('where a client is', () => {
  test('goes through the five steps as things happen, and each time says whose turn it is', async () => {
    const { practice, where, read, pay, book, answer, close, result, prescribe } = await aClientOnTheWay()
    const steps = [await where()]
    await pay()
    steps.push(await where())
    const { body: booked } = await book(monday)
    steps.push(await where())
    await answer()
    steps.push(await where())
    practice.clock.advance({ days: 2, hours: 1, minutes: 10 })
    steps.push(await where())
    practice.clock.advance({ minutes: 30 })
    steps.push(await where())
    await close(booked.consultationId)
    steps.push(await where())
    await result('2026-11-30T09:00:00.000Z')
    steps.push(await where())
    await prescribe({ startDate: '2026-12-01', endDate: '2027-02-01' })
    steps.push(await where())

    expect(steps).toEqual([
      [1, 'client', 'to-book'],
      [1, 'client', 'hour-to-choose'],
      [2, 'client', 'questionnaire-to-send'],
      [2, 'nobody', 'first-booked'],
      [2, 'nobody', 'first-running'],
      [2, 'practice', 'first-to-close'],
      [2, 'practice', 'proposal-to-present'],
      [4, 'practice', 'plan-to-publish'],
      [5, 'client', 'follow-up-to-book'],
    ])
    expect((await read()).facts).toMatchObject({ firstHeld: monday, analysesDone: '2026-11-30T09:00:00.000Z' })
  })

  test('a follow-up asked for, booked and over is told, and a plan that ended asks the practice how to go on', async () => {
    const { practice, where, prescribe, request, book } = await aClientOnTheWay()
    await prescribe({ startDate: '2026-11-20', endDate: '2026-11-22' })
    const asked = [await where()]
    await request(monday)
    asked.push(await where())
    practice.clock.advance({ days: 2, hours: 2 })
    asked.push(await where())
    await book('2026-12-01T10:00:00.000Z', 'seguimiento')
    asked.push(await where())

    expect(asked).toEqual([
      [5, 'client', 'follow-up-to-book'],
      [5, 'practice', 'follow-up-to-confirm'],
      [5, 'practice', 'plan-ended'],
      [5, 'nobody', 'follow-up-booked'],
    ])
  })

  test('a second consultation before the plan is not hidden by what the client has to do, and its step stays', async () => {
    const { practice, where, book, close, request, correct, read } = await aClientOnTheWay()
    const { body: first } = await book(monday)
    practice.clock.advance({ days: 3 })
    await close(first.consultationId)
    await correct({ state: 'sample-to-send', version: 0 })
    const told = [await where()]
    const { body: second } = await book('2026-12-01T10:00:00.000Z', 'seguimiento')
    told.push(await where())
    practice.clock.advance({ days: 7, hours: 3 })
    await request('2026-12-09T10:00:00.000Z')
    told.push(await where())
    await close(second.consultationId)
    told.push(await where())

    expect(told).toEqual([
      [3, 'client', 'sample-to-send'],
      [3, 'client', 'sample-to-send'],
      [3, 'practice', 'follow-up-to-close'],
      [3, 'practice', 'follow-up-to-confirm'],
    ])
    const moved = await correct({ state: 'at-laboratory', version: 1 })
    expect(moved).toMatchObject({ status: 200, body: { state: 'follow-up-to-confirm', step: 3, version: 2 } })
    expect(await correct({ state: 'at-laboratory', version: 1 })).toEqual(moved)
    expect((await read()).facts.sampleReceived).toBeDefined()
  })

  test('a consultation that nobody closes is the practice’s to close, also weeks later, and is never sold again', async () => {
    const { practice, where, pay, book, read, correct } = await aClientOnTheWay()
    await pay()
    await book(monday)
    const told = []
    for (const days of [3, 1, 30]) {
      practice.clock.advance({ days })
      told.push(await where())
    }

    expect(told).toEqual(Array.from({ length: 3 }, () => [2, 'practice', 'first-to-close']))
    expect((await read()).facts.callToClose).toBe('2026-11-23T10:30:00.000Z')
    expect(await correct({ state: 'finished', version: 0 })).toMatchObject({ status: 409 })
  })

  test('a consultation that the client missed leaves the next step with them', async () => {
    const { practice, where, book, close } = await aClientOnTheWay()
    const { body: booked } = await book(monday)
    practice.clock.advance({ days: 3 })
    await close(booked.consultationId, 'no_show')

    expect(await where()).toEqual([1, 'client', 'first-missed'])
  })

  test('a result from before the first consultation is no answer to what was asked for in it', async () => {
    const { practice, where, book, close, result } = await aClientOnTheWay()
    await result('2026-11-01T09:00:00.000Z')
    const { body: booked } = await book(monday)
    practice.clock.advance({ days: 3 })
    await close(booked.consultationId)

    expect(await where()).toEqual([2, 'practice', 'proposal-to-present'])
  })

  test('the practice reads what the client does, with its own tasks beside it, and a stranger reads their own', async () => {
    const { practice, ask, read, readAsPractice, pay } = await aClientOnTheWay()
    await pay()
    const stranger = createPasswordSessionClaims(await createCliente(practice), practice)

    expect(await readAsPractice()).toEqual({ ...(await read()), tasks: [] })
    expect((await ask(customers.readOwnPathway, { as: stranger })).body).toMatchObject({ state: 'to-book', facts: {} })
  })
})

describe('what the practice corrects', () => {
  test('moves the client on with its reason and day, and what happens next goes on from there', async () => {
    const { practice, correct, read, where, result } = await aClientOnTheWay()
    const answer = await correct({ state: 'at-laboratory', reason: 'done-outside', version: 0 })
    practice.clock.advance({ days: 4 })
    await result('2026-11-25T09:00:00.000Z')

    expect(answer.body).toMatchObject({
      state: 'at-laboratory',
      step: 3,
      turn: 'laboratory',
      due: { day: '2026-12-01', isAbout: true },
      version: 1,
      corrections: [
        { state: 'at-laboratory', reason: 'done-outside', note: null, statedAt: '2026-11-21T09:00:00.000Z' },
      ],
    })
    expect(await where()).toEqual([4, 'practice', 'plan-to-publish'])
    expect((await read()).facts).toMatchObject({ sampleReceived: '2026-11-21T09:00:00.000Z' })
  })

  test('a consultation that is held later does not lead back from a result after the one that was stated', async () => {
    const { practice, correct, where, read, result, book, close } = await aClientOnTheWay()
    await correct({ state: 'at-laboratory', reason: 'done-outside', version: 0 })
    practice.clock.advance({ days: 4 })
    await result('2026-11-25T09:00:00.000Z')
    const { body: booked } = await book('2026-11-27T10:00:00.000Z')
    practice.clock.advance({ days: 3 })

    expect((await close(booked.consultationId)).status).toBe(200)

    expect(await where()).toEqual([4, 'practice', 'plan-to-publish'])
    expect((await read()).facts).toMatchObject({
      firstHeld: '2026-11-21T09:00:00.000Z',
      analysesDone: '2026-11-25T09:00:00.000Z',
    })
  })

  test('may not contradict a fact, and leaves nothing behind then', async () => {
    const { practice, correct, prescribe, where, read } = await aClientOnTheWay()
    await prescribe({ startDate: '2026-11-21' })

    expect(await correct({ state: 'sample-to-send', version: 0 })).toEqual({
      status: 409,
      body: { code: 'pathway-contradicted' },
    })
    expect(await where()).toEqual([5, 'client', 'follow-up-to-book'])
    expect((await read()).corrections).toEqual([])
    expect((await listAuditChanges(practice)).map(({ action }) => action)).not.toContain('CARE_PATHWAY_CORRECTED')
  })

  test('is done once when it is sent twice, and refused to whoever read an older state', async () => {
    const { practice, correct, read } = await aClientOnTheWay()
    const body = { state: 'sample-to-send', version: 0 }
    const [first, again] = [await correct(body), await correct(body)]
    const late = await correct({ state: 'at-laboratory', version: 0 })

    expect(again).toEqual(first)
    expect(late).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect((await read()).corrections).toHaveLength(1)
    const corrected = (await listAuditChanges(practice)).filter(({ action }) => action === 'CARE_PATHWAY_CORRECTED')
    expect(corrected.map(({ details }) => details)).toEqual([
      { state: 'sample-to-send', reason: 'agreed-in-call', version: 1 },
    ])
  })

  test('is taken back by whoever sees the same, once', async () => {
    const { ask, claims, customerId, correct, where } = await aClientOnTheWay()
    const { body } = await correct({ state: 'finished', version: 0 })
    const params = { customerId, correctionId: body.corrections[0]?.correctionId ?? '' }
    const withdraw = (version: number) =>
      ask(customers.withdrawPathwayCorrection, { as: claims(), params, query: { version } })

    expect(await withdraw(7)).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    const withdrawn = await withdraw(1)
    expect(withdrawn.body).toMatchObject({ state: 'to-book', corrections: [], version: 2 })
    expect(await withdraw(1)).toEqual(withdrawn)
    expect(await where()).toEqual([1, 'client', 'to-book'])
  })

  test('says why in words where no reason fits', async () => {
    const { correct } = await aClientOnTheWay()

    expect(await correct({ state: 'finished', reason: 'other', version: 0 })).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', problems: { note: ['Escribe el motivo'] } },
    })
    const told = await correct({ state: 'finished', reason: 'other', note: 'Sigue con su médico', version: 0 })
    expect(told.body.corrections[0]).toMatchObject({ reason: 'other', note: 'Sigue con su médico' })
  })
})

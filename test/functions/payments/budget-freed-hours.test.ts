import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveSchedule } from '../../../functions/consultations/lapse-requests.handler.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente } from '../../support/people.ts'
import { consents, createPublishedBudgetSetup, day } from '../../support/published-budget.ts'

/** Accepted on 21 November: the right of withdrawal ends with 5 December. */
const UNTIL = '2026-12-05T23:00:00.000Z'
const EARLY = day('12-01')
const LATE = day('12-10')

async function withAnEarlierHour(accepted: object = {}) {
  const budget = await createPublishedBudgetSetup()
  const { practice, agenda, asBoss, asClient, acceptAndPay, request } = budget
  await acceptAndPay({ optionId: 1, inParts: false, consents: undefined, ...accepted })
  const { customerId } = await createCliente(practice, { email: 'otra@correo.test' })
  const hour = { startsAt: EARLY, durationMinutes: 30, type: 'seguimiento' }
  const { body: taken } = await agenda(consultations.book, { ...asBoss(), body: { ...hour, customerId } })
  const { body: own } = await request(LATE)
  await agenda(consultations.setOwnWaitingPlace, { ...asClient, body: { waiting: true } })
  await agenda(consultations.setStatus, {
    ...asBoss(),
    params: { customerId, consultationId: taken.consultationId },
    body: { status: 'cancelled', version: taken.version },
  })
  await serveSchedule(() => practice)()
  return { ...budget, own }
}

test('A-71 an early hour that was freed is taken for a budget in the panel with the express request alone', async () => {
  const { agenda, asClient, read, own } = await withAnEarlierHour()
  const take = (body: object) =>
    agenda(consultations.takeFreedHour, { ...asClient, body: { startsAt: EARLY, ...body } })

  const { body } = await agenda(consultations.readOwnWaitingPlace, asClient)
  expect(body.offer).toMatchObject({ startsAt: EARLY, earlyStartUntil: UNTIL })
  expect((await take({})).body.code).toBe('early-start-required')
  expect(await read()).toMatchObject({ earlyStartUntil: UNTIL })

  expect((await take({ consents })).body).toEqual({ consultationId: own.consultationId, startsAt: EARLY })
  expect(await read()).toMatchObject({ earlyStartUntil: null, consultations: { used: 1, free: 0 } })
})

test('A-71 an early hour that was freed is taken for a budget by the link of its mail with the express request alone', async () => {
  const { agenda, practice, read } = await withAnEarlierHour()
  const mails = await createOutboxReader(practice).post()
  const offered = mails.find(({ subject }) => subject === 'Ha quedado libre un hueco antes')
  const token = /token=([\w-]+)/.exec(offered?.text ?? '')?.[1]

  expect(offered?.text).toContain('Precio: Pagada')
  expect((await agenda(consultations.readFreedHour, { body: { token } })).body.earlyStartUntil).toBe(UNTIL)
  expect((await agenda(consultations.takeLinkedFreedHour, { body: { token } })).body.code).toBe('early-start-required')
  expect((await agenda(consultations.takeLinkedFreedHour, { body: { token, consents } })).status).toBe(200)
  expect(await read()).toMatchObject({ earlyStartUntil: null, consultations: { used: 1 } })
})

test('A-71 an early hour that was freed asks nothing for a budget that was asked to begin', async () => {
  const { agenda, asClient } = await withAnEarlierHour({ consents })

  const { body } = await agenda(consultations.readOwnWaitingPlace, asClient)
  expect(body.offer).toMatchObject({ startsAt: EARLY, earlyStartUntil: null })
  expect((await agenda(consultations.takeFreedHour, { ...asClient, body: { startsAt: EARLY } })).status).toBe(200)
})

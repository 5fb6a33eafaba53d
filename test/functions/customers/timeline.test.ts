import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations'
import { customers } from '#contract/customers'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function aHistory() {
  const practice = await createTestPractice()
  const [boss, client, other] = [
    await createAdministrador(practice),
    await createCliente(practice),
    await createCliente(practice),
  ]
  const book = createEndpointCaller(serveConsultations(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  for (const [hour, customerId] of [client, client, other, client].map((each) => each.customerId).entries()) {
    const startsAt = `2026-12-01T${10 + hour}:00:00.000Z`
    await book(consultations.book, { as, body: { customerId, startsAt, durationMinutes: 60, type: 'general' } })
    practice.clock.advance({ minutes: 1 })
  }
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const page = (query: Record<string, string | number> = {}) =>
    ask(customers.timeline, { as, params: { customerId: client.customerId }, query })
  return { practice, page, ask, as }
}

test('the timeline tells what happened with one client, the latest first, and who did it', async () => {
  const { page } = await aHistory()

  const { body } = await page()

  const booked = body.items.filter(({ action }) => action === 'CONSULTATION_BOOKED')
  expect(booked.map(({ at }) => at)).toEqual([
    '2026-11-21T09:03:00.000Z',
    '2026-11-21T09:01:00.000Z',
    '2026-11-21T09:00:00.000Z',
  ])
  expect(new Set(booked.map(({ by }) => by))).toEqual(new Set(['Lucía Ferrer']))
})

test('a page ends where the next begins', async () => {
  const { page } = await aHistory()

  const first = await page({ limit: 2 })
  const second = await page({ limit: 2, cursor: first.body.next ?? '' })

  const ids = [...first.body.items, ...second.body.items].map(({ auditId }) => auditId)
  expect(first.body.items).toHaveLength(2)
  expect(new Set(ids).size).toBe(ids.length)
  expect(second.body.next).toBeNull()
})

test('there is no timeline of nobody', async () => {
  const { ask, as } = await aHistory()

  const { body } = await ask(customers.timeline, { as, params: { customerId: 'cus_of-nobody' } })

  expect(body.code).toBe('not-found')
})

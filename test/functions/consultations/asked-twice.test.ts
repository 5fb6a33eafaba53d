import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createAdministrador,
  createCliente,
  createPasswordSessionClaims,
  recordPaidOrder,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const wish = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', message: null }

/** The clock is 2026-11-21, 9:00 UTC. */
async function withoutAnAnswer() {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  await recordPaidOrder(client, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  const { body: asked } = await ask(consultations.request, { as: as(), body: wish })
  const params = { consultationId: asked.consultationId }
  // Later changes are sent in another mail.
  practice.clock.advance({ minutes: 10 })
  const deeds = async () => (await listAuditChanges(practice)).map(({ action }) => action).toSorted()
  const mails = async () => (await practice.data.mails.scan.go({ pages: 'all' })).data
  return { practice, ask, as, asked, params, deeds, mails }
}

test('an hour that is asked for again because the answer was lost is theirs, and there once', async () => {
  const { ask, as, asked, deeds, mails } = await withoutAnAnswer()

  const again = await ask(consultations.request, { as: as(), body: wish })

  expect(again).toEqual({ status: 201, body: asked })
  expect(await deeds()).toEqual(['CONSULTATION_REQUESTED'])
  expect(await mails()).toHaveLength(1)
})

test('a move that is sent again because the answer was lost has been made, and is made once', async () => {
  const { ask, as, params, deeds, mails } = await withoutAnAnswer()
  const body = { ...wish, startsAt: '2026-12-02T10:00:00.000Z', message: 'Por la mañana', version: 1 }
  const moved = await ask(consultations.move, { as: as(), params, body })

  const again = await ask(consultations.move, { as: as(), params, body })

  expect([moved.status, again]).toEqual([200, moved])
  expect(await deeds()).toEqual(['CONSULTATION_MOVED', 'CONSULTATION_REQUESTED'])
  expect(await mails()).toHaveLength(2)
})

test('a cancellation that is sent again because the answer was lost has been made, and is made once', async () => {
  const { ask, as, params, deeds, mails } = await withoutAnAnswer()
  const cancelled = await ask(consultations.cancel, { as: as(), params, query: { version: 1 } })

  const again = await ask(consultations.cancel, { as: as(), params, query: { version: 1 } })

  expect([cancelled.status, again]).toEqual([200, cancelled])
  expect(await deeds()).toEqual(['CONSULTATION_CANCELLED', 'CONSULTATION_REQUESTED'])
  expect(await mails()).toHaveLength(2)
})

test('a booking of the practice that is sent twice at the same moment is one consultation, also over somebody else’s hour', async () => {
  const { practice, ask, asked } = await withoutAnAnswer()
  const [boss, { customerId }] = [await createAdministrador(practice), await createCliente(practice)]
  const { message: _, ...hour } = wish
  const override = { reason: 'Vienen juntos' }
  const body = { ...hour, customerId, requestId: crypto.randomUUID(), override }
  const book = async () => ask(consultations.book, { as: createPasswordSessionClaims(boss, practice), body })

  const answers = await Promise.all([book(), book(), book()])

  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body: { consultationId } }) => consultationId)).size).toBe(1)
  const { data: all } = await practice.data.consultations.scan.go({ pages: 'all' })
  expect(all.filter(({ consultationId }) => consultationId !== asked.consultationId)).toHaveLength(1)
})

test('a booking of the practice that is corrected and sent again because the answer was lost is one consultation, as it was sent last', async () => {
  const { practice, ask, asked } = await withoutAnAnswer()
  const [boss, { customerId }] = [await createAdministrador(practice), await createCliente(practice)]
  const requestId = crypto.randomUUID()
  const hour = { startsAt: '2026-12-03T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', customerId, requestId }
  const book = async (body: object) =>
    ask(consultations.book, { as: createPasswordSessionClaims(boss, practice), body: { ...hour, ...body } })
  const { body: first } = await book({ priceCents: 6000 })

  const answers = [
    await book({ priceCents: 6000 }),
    await book({ priceCents: 6000, notes: 'Trae la analítica' }),
    await book({ priceCents: 6000, notes: 'Trae la analítica' }),
  ]
  const outdated = await book({ priceCents: 6000 })

  expect(answers.map(({ status, body: { consultationId } }) => [status, consultationId])).toEqual(
    Array.from({ length: 3 }, () => [201, first.consultationId]),
  )
  expect(outdated.body.code).toBe('changed-meanwhile')
  const { data: all } = await practice.data.consultations.scan.go({ pages: 'all' })
  expect(all.filter(({ consultationId }) => consultationId !== asked.consultationId)).toMatchObject([
    { startsAt: hour.startsAt, notes: 'Trae la analítica', version: 2 },
  ])
})

test('another wish for an hour that is theirs already is refused', async () => {
  const { ask, as, params } = await withoutAnAnswer()
  await ask(consultations.move, { as: as(), params, body: { ...wish, durationMinutes: 30, version: 1 } })

  const { body } = await ask(consultations.move, { as: as(), params, body: { ...wish, type: 'revision', version: 1 } })

  expect(body.code).toBe('changed-meanwhile')
  expect((await ask(consultations.request, { as: as(), body: wish })).body.code).toBe('slot-taken')
})

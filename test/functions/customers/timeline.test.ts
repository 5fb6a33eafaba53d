import { expect, test } from 'vitest'
import type { AuditedValueChange } from '#contract/audited-value-change'
import { consent } from '#contract/consent'
import { consultations } from '#contract/consultations-domain'
import { listTimelineActions } from '#contract/customer-timeline'
import { customers } from '#contract/customers-domain'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { questionnaire } from '#contract/questionnaire'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveQuestionnaire } from '../../../functions/questionnaire/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createPrivacySetup } from '../../support/privacy-setup.ts'

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
  return { practice, client, page, ask, as }
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

test('an hour that a client books is among the consultations, whether it was paid by itself or by a budget', () => {
  const booked = ['PAID_HOUR_CHOSEN', 'BUDGET_HOUR_CHOSEN', 'CONSULTATION_REQUESTED']
  expect(listTimelineActions('consultations')).toEqual(expect.arrayContaining(booked))
  expect(listTimelineActions('payments').filter((action) => booked.includes(action))).toEqual([])
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

test('an entry has its values: which consultation it is and how it stood before', async () => {
  const { practice, page, as } = await aHistory()
  const boss = createEndpointCaller(serveConsultations(() => practice))
  const [latest] = (await page()).body.items
  expect(latest?.values).toEqual([{ name: 'Cita', before: null, after: expect.stringContaining('1/12/26') }])
  const { data: all } = await practice.data.consultations.query.byStatus({ status: 'scheduled' }).go()
  const { customerId, consultationId, version } = all[0] ?? {}
  const params = { customerId, consultationId } as Record<string, string>
  await boss(consultations.setStatus, { as, params, body: { status: 'cancelled', version } })

  const { body } = await page({ kind: 'consultations' })

  expect(body.items[0]).toMatchObject({
    action: 'CONSULTATION_STATUS_SET',
    values: [
      { name: 'Cita', before: null, after: expect.stringContaining('1/12/26') },
      { name: 'Estado', before: 'Programada', after: 'Cancelada' },
    ],
  })
})

const describeValues = (items: readonly { readonly values: readonly AuditedValueChange[] }[]) =>
  items.map((item) => item.values.map(({ name, before, after }) => `${name}: ${before ?? ''} → ${after}`))

test('a consultation whose price, hour, length and kind change stands with what they were before', async () => {
  const { practice, page, as, client } = await aHistory()
  const boss = createEndpointCaller(serveConsultations(() => practice))
  const { customerId } = client
  const hour = { startsAt: '2026-12-02T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
  const { body: booked } = await boss(consultations.book, { as, body: { ...hour, customerId, priceCents: 6000 } })
  const params = { customerId, consultationId: booked.consultationId }
  const moved = { ...hour, startsAt: '2026-12-03T11:00:00.000Z', durationMinutes: 90, type: 'revision' } as const
  for (const changed of [
    { ...hour, priceCents: 8000 },
    { ...moved, priceCents: 8000 },
    { ...moved, priceCents: 8000, notes: 'Trae la analítica' },
    moved,
  ]) {
    practice.clock.advance({ minutes: 1 })
    const { body } = await boss(consultations.read, { as, params })
    await boss(consultations.edit, { as, params, body: { ...changed, version: body.version } })
  }

  const { body } = await page({ kind: 'consultations', limit: 4 })

  expect(describeValues(body.items)).toEqual([
    ['Cita:  → 3/12/26, 12:00', 'Precio propuesto: 80,00\u00A0€ → ninguno', 'Ha cambiado:  → notas'],
    ['Cita:  → 3/12/26, 12:00', 'Ha cambiado:  → notas'],
    ['Cita: 2/12/26, 11:00 → 3/12/26, 12:00', 'Duración: 60 min → 90 min', 'Tipo: General → Revisión'],
    ['Cita:  → 2/12/26, 11:00', 'Precio propuesto: 60,00\u00A0€ → 80,00\u00A0€'],
  ])
})

test('a consultation that its client moves stands with the hour it leaves', async () => {
  const { practice, page, client } = await aHistory()
  const own = createEndpointCaller(serveConsultations(() => practice))
  const as = createPasswordSessionClaims(client, practice)
  const [first] = (await own(consultations.listMine, { as, query: {} })).body.items
  const { consultationId = '', version = 1 } = first ?? {}
  const body = { startsAt: '2026-12-04T10:00:00.000Z', durationMinutes: 60, type: 'general', version } as const
  await own(consultations.move, { as, params: { consultationId }, body })

  const { items } = (await page({ kind: 'consultations', limit: 1 })).body

  expect(items).toMatchObject([{ action: 'CONSULTATION_MOVED' }])
  expect(describeValues(items)).toEqual([[expect.stringMatching(/^Cita: 1\/12\/26, \d\d:00 → 4\/12\/26, 11:00$/)]])
})

test('answers of the questionnaire stand with what they were before, the first time only how many', async () => {
  const { practice, page, client } = await aHistory()
  const save = createEndpointCaller(serveQuestionnaire(() => practice))
  const own = () => createPasswordSessionClaims(client, practice)
  await save(questionnaire.save, { as: own(), body: { sleepHours: 5, foodAllergies: ['Gluten'], version: 0 } })
  practice.clock.advance({ minutes: 1 })
  await save(questionnaire.save, { as: own(), body: { sleepHours: 6.5, foodAllergies: ['Gluten'], version: 1 } })

  const { body } = await page({ kind: 'questionnaire' })

  expect(body.items.map(({ values }) => values)).toEqual([
    [{ name: 'Horas de sueño', before: '5', after: '6,5' }],
    [{ name: 'Respuestas', before: null, after: expect.stringMatching(/^[2-4]$/) }],
  ])
})

test('answers that are given anew after an erasure do not stand on the days of those that were erased', async () => {
  const { practice, client, erase } = await createPrivacySetup()
  const boss = await createAdministrador(practice)
  const [save, agree, ask] = [
    await createDomainCaller('questionnaire', practice),
    await createDomainCaller('consent', practice),
    createEndpointCaller(createLambdaHandler(() => practice)),
  ]
  const own = () => createPasswordSessionClaims(client, practice)
  const saveTwice = async (...hours: readonly [first: number, second: number]) => {
    for (const [version, sleepHours] of hours.entries()) {
      await save(questionnaire.save, { as: own(), body: { sleepHours, version } })
      practice.clock.advance({ minutes: 1 })
    }
  }
  await saveTwice(5, 6)
  await agree(consent.withdrawHealth, { as: own(), body: {} })
  await erase()
  practice.clock.advance({ days: 30 })
  await agree(consent.giveHealth, { as: own(), body: { accepted: true, textVersion: HEALTH_CONSENT_VERSION } })
  await saveTwice(7, 8)

  const { body } = await ask(customers.timeline, {
    as: createPasswordSessionClaims(boss, practice),
    params: { customerId: client.customerId },
    query: { kind: 'questionnaire' },
  })

  expect(body.items.map(({ values }) => values)).toEqual([
    [{ name: 'Horas de sueño', before: '7', after: '8' }],
    [{ name: 'Respuestas', before: null, after: expect.any(String) }],
    [],
    [],
  ])
})

test('ways in and mails are left out unless asked for', async () => {
  const { practice, page, client } = await aHistory()
  await practice.data.auditEntries
    .create({
      auditId: 'aud_signed-in',
      month: '2026-11',
      createdAt: practice.now().toISOString(),
      action: 'SESSION_STARTED',
      userId: client.userId,
      subjectId: client.userId,
    })
    .go()

  const [usual, all] = [await page(), await page({ access: 'with' })]

  expect(usual.body.items.map(({ action }) => action)).not.toContain('SESSION_STARTED')
  expect(all.body.items.map(({ action }) => action)).toContain('SESSION_STARTED')
})

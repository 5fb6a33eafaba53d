import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordPaidOrder,
} from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { openAllWeek, storeOpeningHours } from '../../support/stored-opening-hours.ts'

async function atThePanel() {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  await recordPaidOrder(client, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(client, practice)
  const request = (startsAt: string, more: object = {}) =>
    ask(consultations.request, {
      as: as(),
      body: { startsAt, durationMinutes: 60, type: 'seguimiento', ...more },
    })
  return { practice, ask, as, client, request }
}

test('CON-07 a client asks for an hour: it is kept for them and waits to be confirmed', async () => {
  const { request, practice, client } = await atThePanel()

  const { status, body } = await request('2026-12-01T10:00:00.000Z', { message: 'Tengo los resultados' })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'scheduled',
    toConfirm: true,
    message: 'Tengo los resultados',
    priceCents: null,
  })
  expect(await listAuditChanges(practice)).toMatchObject([
    { action: 'CONSULTATION_REQUESTED', userId: client.userId, subjectId: client.customerId },
  ])
})

test('PER-10 price, status, notes and the file of another in the body are not the client’s to say', async () => {
  const { request, practice, client } = await atThePanel()
  const other = await createCliente(practice)

  const { body } = await request('2026-12-01T10:00:00.000Z', {
    priceCents: 1,
    price: 0.01,
    status: 'completed',
    notes: 'gratis',
    toConfirm: false,
    customerId: other.customerId,
  })

  expect(body).toMatchObject({ status: 'scheduled', toConfirm: true, priceCents: null })
  expect(body).not.toHaveProperty('notes')
  const { data: stored } = await practice.data.consultations.query.byCustomer({ customerId: client.customerId }).go()
  expect(stored).toMatchObject([{ consultationId: body.consultationId, status: 'scheduled' }])
  expect(stored[0]?.notes).toBeUndefined()
})

test('a first consultation is born with the price of the catalogue', async () => {
  const { request } = await atThePanel()

  const { body } = await request('2026-12-01T10:00:00.000Z', { type: 'primera_consulta', durationMinutes: 30 })

  expect(body.priceCents).toBe(8000)
})

test.each([
  ['in the past', '2026-11-20T10:00:00.000Z'],
  ['within a day', '2026-11-22T08:45:00.000Z'],
])('a client does not book %s', async (_, startsAt) => {
  const { request } = await atThePanel()

  const { body } = await request(startsAt)

  expect(body.code).toBe('too-soon')
})

test('a day ahead to the minute is in time', async () => {
  const { request, practice } = await atThePanel()
  await storeOpeningHours(practice.data, openAllWeek)

  const { status } = await request('2026-11-22T09:00:00.000Z')

  expect(status).toBe(201)
})

test('an hour that somebody else holds is refused, and their booking stands', async () => {
  const { request, practice, ask } = await atThePanel()
  const other = await createCliente(practice)
  const wish = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' }
  await ask(consultations.request, { as: createPasswordSessionClaims(other, practice), body: wish })

  const { body } = await request('2026-12-01T10:30:00.000Z')

  expect(body.code).toBe('slot-taken')
  expect((await practice.data.consultations.scan.go()).data).toMatchObject([{ customerId: other.customerId }])
})

test('CON-01 a duration is at least a quarter of an hour and goes by quarters', async () => {
  const { request } = await atThePanel()

  const answers = [
    await request('2026-12-01T10:00:00.000Z', { durationMinutes: 0 }),
    await request('2026-12-01T10:00:00.000Z', { durationMinutes: 20 }),
    await request('2026-12-01T10:00:00.000Z', { durationMinutes: 15 }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 201])
  expect(answers[0]?.body.problems).toEqual({ durationMinutes: ['La duración mínima es de 15 minutos'] })
})

test('a client keeps no more than three hours of the agenda', async () => {
  const { request } = await atThePanel()
  for (const day of ['01', '02', '03']) await request(`2026-12-${day}T10:00:00.000Z`)

  const { body } = await request('2026-12-04T10:00:00.000Z')

  expect(body.code).toBe('too-many-coming')
})

test('a client moves a consultation that is not paid, which the practice has then to confirm again', async () => {
  const { request, ask, as } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z')

  const { body } = await ask(consultations.move, {
    as: as(),
    params: { consultationId: booked.consultationId },
    body: { startsAt: '2026-12-02T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', version: 1 },
  })

  expect(body).toMatchObject({ startsAt: '2026-12-02T10:00:00.000Z', toConfirm: true, version: 2 })
})

test('a consultation that the practice has confirmed stays so when its client adds a message', async () => {
  const { request, ask, as, practice, client } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z')
  const boss = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const { consultationId } = booked
  const { body: confirmed } = await ask(consultations.setStatus, {
    as: boss,
    params: { customerId: client.customerId, consultationId },
    body: { status: 'scheduled', version: booked.version },
  })

  const { body } = await ask(consultations.move, {
    as: as(),
    params: { consultationId },
    body: {
      startsAt: '2026-12-01T10:00:00.000Z',
      durationMinutes: 60,
      type: 'seguimiento',
      message: 'Llevaré los resultados',
      version: confirmed.version,
    },
  })

  expect(body).toMatchObject({ message: 'Llevaré los resultados', status: 'scheduled', toConfirm: false })
})

test('within a day of it a client neither moves nor cancels a consultation', async () => {
  const { request, ask, as, practice } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z')
  practice.clock.set('2026-11-30T10:15:00.000Z')
  const params = { consultationId: booked.consultationId }

  const moved = await ask(consultations.move, {
    as: as(),
    params,
    body: { startsAt: '2026-12-05T10:00:00.000Z', durationMinutes: 60, type: 'seguimiento', version: 1 },
  })
  const cancelled = await ask(consultations.cancel, { as: as(), params, query: { version: 1 } })

  expect([moved.body.code, cancelled.body.code]).toEqual(['too-late', 'too-late'])
})

test('a cancelled consultation stays in the history and is not cancelled again', async () => {
  const { request, ask, as } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z')
  const params = { consultationId: booked.consultationId }

  const first = await ask(consultations.cancel, { as: as(), params, query: { version: 1 } })
  const again = await ask(consultations.cancel, { as: as(), params, query: { version: 2 } })

  expect(first.body.status).toBe('cancelled')
  expect(again.body.code).toBe('consultation-closed')
  expect((await ask(consultations.listMine, { as: as() })).body.items).toMatchObject([{ status: 'cancelled' }])
})

test('PER-10 another client’s consultation is not found, whatever is asked of it', async () => {
  const { request, ask, practice } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z')
  const stranger = createPasswordSessionClaims(await createCliente(practice), practice)
  const params = { consultationId: booked.consultationId }
  const wish = { startsAt: '2026-12-02T10:00:00.000Z', durationMinutes: 60, type: 'general', version: 1 }

  const answers = [
    await ask(consultations.move, { as: stranger, params, body: wish }),
    await ask(consultations.cancel, { as: stranger, params, query: { version: 1 } }),
    await ask(consultations.calendarOfMine, { as: stranger, params }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await ask(consultations.listMine, { as: stranger })).body.items).toEqual([])
})

test('CON-09 CLI-25 the latest date comes first, and the counters tell what there is', async () => {
  const { request, ask, as, practice, client } = await atThePanel()
  await request('2026-12-01T10:00:00.000Z')
  await request('2026-12-03T10:00:00.000Z')
  const { body: second } = await request('2026-12-02T10:00:00.000Z')
  const key = { customerId: client.customerId, consultationId: second.consultationId }
  await practice.data.consultations.patch(key).set({ status: 'completed' }).go()

  const list = await ask(consultations.listMine, { as: as() })
  const counts = await ask(consultations.countMine, { as: as() })

  expect(list.body.items.map(({ startsAt }) => startsAt.slice(0, 10))).toEqual([
    '2026-12-03',
    '2026-12-02',
    '2026-12-01',
  ])
  expect(counts.body).toEqual({ total: 3, completed: 1, upcoming: 2 })
})

test('the calendar file of a consultation has its hour, its identifier and nothing of health', async () => {
  const { request, ask, as } = await atThePanel()
  const { body: booked } = await request('2026-12-01T10:00:00.000Z', { message: 'Dolor de barriga' })

  const { body } = await ask(consultations.calendarOfMine, {
    as: as(),
    params: { consultationId: booked.consultationId },
  })

  expect(body.fileName).toBe('consulta-2026-12-01.ics')
  const lines = body.ics.split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:PUBLISH',
      `UID:${booked.consultationId}@habitat-interior`,
      'SEQUENCE:0',
      'DTSTART:20261201T100000Z',
      'DTEND:20261201T110000Z',
      'STATUS:TENTATIVE',
    ]),
  )
  expect(body.ics).not.toContain('barriga')
})

test('what the practice writes down for itself never reaches the client', async () => {
  const { ask, as, practice, client } = await atThePanel()
  const boss = await createAdministrador(practice)
  await ask(consultations.book, {
    as: createPasswordSessionClaims(boss, practice),
    body: {
      customerId: client.customerId,
      startsAt: '2026-12-01T10:00:00.000Z',
      durationMinutes: 60,
      type: 'general',
      notes: 'Sospecha de SIBO',
    },
  })

  const { body } = await ask(consultations.listMine, { as: as() })

  expect(body.items).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain('SIBO')
})

test.each([
  ['whose age is not known', '', 'birth-date-missing'],
  ['of 17 without a guardian’s consent', '2009-06-01', 'guardian-consent-required'],
])('somebody %s does not book yet', async (_, birthDate, code) => {
  const { practice, ask } = await atThePanel()
  const person = await createCliente(practice, { birthDate })

  const { body } = await ask(consultations.request, {
    as: createPasswordSessionClaims(person, practice),
    body: { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' },
  })

  expect(body.code).toBe(code)
})

test('somebody of 17 books once a guardian has consented', async () => {
  const { practice, ask } = await atThePanel()
  const person = await createCliente(practice, {
    birthDate: '2009-06-01',
    guardianConsentAt: '2026-11-20T09:00:00.000Z',
  })

  const { status } = await ask(consultations.request, {
    as: createPasswordSessionClaims(person, practice),
    body: { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' },
  })

  expect(status).toBe(201)
})

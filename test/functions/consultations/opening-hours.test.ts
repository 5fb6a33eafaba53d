import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours, type OpeningHours } from '#contract/opening-hours'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

async function aPractice() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const as = () => createPasswordSessionClaims(boss, practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { customerId } = client
  return {
    practice,
    client,
    read: async () => (await ask(consultations.readOpeningHours, { as: as() })).body,
    change: (changes: Partial<OpeningHours>, version = 0) =>
      ask(consultations.changeOpeningHours, { as: as(), body: { ...defaultOpeningHours, ...changes, version } }),
    book: async (startsAt: string, more: object = {}) =>
      (
        await ask(consultations.book, {
          as: as(),
          body: { customerId, startsAt, durationMinutes: 30, type: 'primera_consulta', ...more },
        })
      ).body,
    setStatus: (consultationId: string, status: 'cancelled') =>
      ask(consultations.setStatus, { as: as(), params: { customerId, consultationId }, body: { status, version: 1 } }),
    slots: async (query: object = {}, address = '203.0.113.7') =>
      ask(consultations.listFreeSlots, {
        query: { type: 'primera_consulta', week: '2026-11-30', ...query },
        headers: { 'x-forwarded-for': `${address}, 130.176.1.1` },
      }),
  }
}

const MORNING = [{ opensAt: '09:00', closesAt: '14:00' }]
const timesOf = (slots: readonly string[]) => slots.map((slot) => slot.slice(11, 16)).join(' ')

describe('the opening hours', () => {
  test('A-70 are Monday to Friday, 9 to 14 and 16 to 19, until the practice has set its own', async () => {
    const { read } = await aPractice()

    expect(await read()).toEqual({ openingHours: defaultOpeningHours, version: 0, items: [] })
  })

  test('A-70 are changed once by two who began with the same ones, and the log says which fields', async () => {
    const { practice, read, change } = await aPractice()

    const [one, other] = await Promise.all([change({ friday: MORNING }), change({ noticeHours: 48 })])

    expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409])
    const { openingHours, version } = await read()
    expect(version).toBe(1)
    expect([openingHours.friday.length, openingHours.noticeHours]).toEqual(one.status === 200 ? [1, 24] : [2, 48])
    expect(await listAuditChanges(practice)).toMatchObject([
      { action: 'OPENING_HOURS_CHANGED', details: { fields: [one.status === 200 ? 'friday' : 'noticeHours'] } },
    ])
  })

  test('A-70 the typed reason of a closure, which may name somebody, is in no entry of the log', async () => {
    const { practice, change } = await aPractice()
    const closure = { from: '2026-12-08', to: '2026-12-09', reason: 'Entierro de la madre de Lucía' }

    await change({ closures: [closure] })
    await change({ closures: [{ ...closure, reason: 'Otro motivo' }] }, 1)

    const logged = { closures: [{ from: '2026-12-08', to: '2026-12-09' }] }
    expect((await listAuditChanges(practice)).map(({ details }) => details)).toEqual([
      { fields: ['closures'], old_data: { closures: [] }, new_data: logged },
      { fields: ['closures'], old_data: logged, new_data: logged },
    ])
  })

  test('A-70 never touch what is booked: what is outside of them afterwards stands, and the reply lists it with the rest', async () => {
    const { read, change, book } = await aPractice()
    const inside = await book('2026-12-01T10:00:00.000Z')
    const outside = await book('2026-12-03T17:00:00.000Z')

    const { body } = await change({ thursday: [...MORNING, { opensAt: '16:00', closesAt: '18:00' }] })

    expect(body.items.map(({ consultationId }) => consultationId)).toEqual([
      inside.consultationId,
      outside.consultationId,
    ])
    expect(body.items[1]).toMatchObject({ customerName: 'Lucía Ferrer', startsAt: '2026-12-03T17:00:00.000Z' })
    expect(await read()).toEqual(body)
  })

  test('A-70 forget dates that are over, and take none', async () => {
    const { practice, read, change } = await aPractice()
    const closures = [{ from: '2026-12-08', to: '2026-12-08', reason: 'Inmaculada Concepción' }]
    await change({ closures })
    practice.clock.advance({ days: 30 })

    expect((await read()).openingHours.closures).toEqual([])
    expect(await change({ closures }, 1)).toMatchObject({
      status: 400,
      body: { problems: { closures: ['Esa fecha ya ha pasado'] } },
    })
  })

  test('A-70 that stay as they are write nothing', async () => {
    const { practice, change } = await aPractice()

    const { body } = await change({})

    expect(body.version).toBe(0)
    expect(await listAuditChanges(practice)).toEqual([])
  })
})

describe('the free hours of a week', () => {
  test('A-70 are told to anybody, by day, with why a day has none, and may be kept for half a minute', async () => {
    const { change, slots } = await aPractice()
    const closures = [{ from: '2026-12-02', to: '2026-12-02', reason: 'Formación' }]
    await change({ closures, horizonDays: 11, friday: [{ opensAt: '09:00', closesAt: '09:15' }] })

    const { status, body } = await slots()

    expect(status).toBe(200)
    expect(body.durationMinutes).toBe(30)
    expect(body.bookable).toEqual({ from: '2026-11-22', to: '2026-12-02' })
    expect(body.days.map(({ day, state }) => [day, state])).toEqual([
      ['2026-11-30', 'free'],
      ['2026-12-01', 'free'],
      ['2026-12-02', 'closed'],
      ['2026-12-03', 'unavailable'],
      ['2026-12-04', 'unavailable'],
      ['2026-12-05', 'closed'],
      ['2026-12-06', 'closed'],
    ])
  })

  test('A-70 leave out what is booked and the pause after it, say nothing of whose it is, and have it back when it is cancelled', async () => {
    const { change, book, setStatus, slots, client } = await aPractice()
    await change({ monday: [{ opensAt: '09:00', closesAt: '11:00' }] })
    const { consultationId } = await book('2026-11-30T08:30:00.000Z')

    const taken = (await slots()).body
    await setStatus(consultationId, 'cancelled')
    const freed = (await slots()).body

    expect(timesOf(taken.days[0]?.slots ?? [])).toBe('09:30')
    expect(timesOf(freed.days[0]?.slots ?? [])).toBe('08:00 08:30 09:00 09:30')
    expect(JSON.stringify(taken)).not.toMatch(new RegExp(`${client.customerId}|${consultationId}|Lucía`))
  })

  test('A-70 a day with nothing left is full', async () => {
    const { change, book, slots } = await aPractice()
    await change({ monday: [{ opensAt: '09:00', closesAt: '10:00' }] })
    await book('2026-11-30T08:00:00.000Z', { durationMinutes: 60, type: 'general' })

    expect((await slots()).body.days[0]).toEqual({ day: '2026-11-30', state: 'full', slots: [] })
  })

  test('A-70 depend on the length of what is asked for', async () => {
    const { change, slots } = await aPractice()
    await change({ monday: [{ opensAt: '09:00', closesAt: '10:30' }] })

    expect(timesOf((await slots()).body.days[0]?.slots ?? [])).toBe('08:00 08:30 09:00')
    expect(timesOf((await slots({ type: 'seguimiento' })).body.days[0]?.slots ?? [])).toBe('08:00 08:30')
  })

  test('A-70 are asked for by the Monday of the week, with nothing else in the query', async () => {
    const { slots } = await aPractice()

    expect((await slots({ week: '2026-12-01' })).status).toBe(400)
    expect((await slots({ again: '1' })).status).toBe(400)
  })

  test.each(['9999-12-27', '0000-01-03'])('A-70 of a week that nobody reckons with, %s, are refused', async (week) => {
    const { slots } = await aPractice()

    expect(await slots({ week })).toMatchObject({ status: 400, body: { problems: { week: [expect.any(String)] } } })
  })

  test('A-70 are told sixty times in five minutes to one address, and go on being told to others', async () => {
    const { slots } = await aPractice()
    for (let asked = 0; asked < 60; asked += 1) await slots()

    expect((await slots()).status).toBe(429)
    expect((await slots({}, '198.51.100.7')).status).toBe(200)
  })
})

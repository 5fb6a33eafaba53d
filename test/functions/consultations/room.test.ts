import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { defaultOpeningHours, type OpeningHours } from '#contract/opening-hours'
import { RoomUrl } from '#contract/room-url'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { toExportedAttributes } from '../../../functions/privacy/data-subject.ts'
import { itemPrivacyRulesByEntity } from '../../../functions/privacy/item-privacy-rules.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const PRACTICE_ROOM = 'https://meet.example/habitat-secreta'
const OWN_ROOM = 'https://meet.example/otra-sala'
const startsAt = '2026-12-01T10:00:00.000Z'

async function aBookedCall(more: object = {}, hours: Partial<OpeningHours> = { roomUrl: PRACTICE_ROOM }) {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  await ask(consultations.changeOpeningHours, { as: as(), body: { ...defaultOpeningHours, ...hours, version: 0 } })
  const wanted = { customerId, startsAt, durationMinutes: 60, type: 'general', ...more }
  const { body } = await ask(consultations.book, { as: as(), body: wanted })
  const params = { customerId, consultationId: body.consultationId }
  return {
    practice,
    ask,
    as,
    client,
    params,
    own: () => createPasswordSessionClaims(client, practice),
    roomAt: async (instant: string, who = client) => {
      practice.clock.set(instant)
      const { consultationId } = params
      return ask(consultations.roomOfMine, {
        as: createPasswordSessionClaims(who, practice),
        params: { consultationId },
      })
    },
  }
}

describe('the room of a consultation', () => {
  test.each([
    ['a minute too early', '2026-12-01T09:44:00.000Z', 'early', null],
    ['15 minutes before', '2026-12-01T09:45:00.000Z', 'open', PRACTICE_ROOM],
    ['in its last minute', '2026-12-01T10:59:59.000Z', 'open', PRACTICE_ROOM],
    ['at its end', '2026-12-01T11:00:00.000Z', 'ended', null],
  ])('%s: its client is told its address within the time alone', async (_, instant, state, roomUrl) => {
    const { roomAt } = await aBookedCall()

    const { body } = await roomAt(instant)

    expect(body).toEqual({ state, startsAt, durationMinutes: 60, opensAt: '2026-12-01T09:45:00.000Z', roomUrl })
  })

  test('is its own where it has one, for both sides', async () => {
    const { roomAt, ask, as, params } = await aBookedCall({ roomUrl: OWN_ROOM })

    const { body } = await roomAt('2026-12-01T10:00:00.000Z')

    expect(body.roomUrl).toBe(OWN_ROOM)
    expect((await ask(consultations.roomOfCustomer, { as: as(), params })).body).toEqual(body)
  })

  test('is open without an address until the practice has set one', async () => {
    const { roomAt } = await aBookedCall({}, {})

    expect((await roomAt(startsAt)).body).toMatchObject({ state: 'open', roomUrl: null })
  })

  test('does not exist for another client', async () => {
    const { practice, roomAt } = await aBookedCall()

    expect((await roomAt(startsAt, await createCliente(practice))).status).toBe(404)
  })

  test('is closed to whoever was cancelled, and to whom the practice has not confirmed', async () => {
    const { practice, roomAt, ask, as, params } = await aBookedCall()
    const setStatus = (status: 'cancelled' | 'completed', version: number) =>
      ask(consultations.setStatus, { as: as(), params, body: { status, version } })
    await practice.data.consultations.patch(params).set({ toConfirm: true }).go()
    const unconfirmed = await roomAt(startsAt)
    await setStatus('completed', 1)
    const completed = await roomAt(startsAt)
    await setStatus('cancelled', 2)
    const cancelled = await roomAt(startsAt)

    expect([unconfirmed, completed, cancelled].map(({ body }) => [body.state, body.roomUrl])).toEqual([
      ['unconfirmed', null],
      ['ended', null],
      ['cancelled', null],
    ])
  })

  test('follows a consultation that has moved', async () => {
    const { roomAt, ask, as, params } = await aBookedCall()
    const body = { startsAt: '2026-12-02T10:00:00.000Z', durationMinutes: 60, type: 'general', version: 1 } as const
    await ask(consultations.edit, { as: as(), params, body })

    const then = await roomAt(startsAt)

    expect(then.body).toMatchObject({ state: 'early', roomUrl: null, opensAt: '2026-12-02T09:45:00.000Z' })
  })
})

test('a consultation that runs stays the next one of its client until it is closed', async () => {
  const { practice, ask, as, own, params } = await aBookedCall()
  const { consultationId } = params
  const nextOne = async () => (await ask(consultations.nextOfMine, { as: own() })).body.consultation?.consultationId
  practice.clock.set('2026-12-01T11:20:00.000Z')

  const open = await nextOne()
  await ask(consultations.setStatus, { as: as(), params, body: { status: 'completed', version: 1 } })

  expect(open).toBe(consultationId)
  expect(await nextOne()).toBeUndefined()
})

test('a price that the practice sets later is told to the client by mail', async () => {
  const { practice, ask, as, params } = await aBookedCall()
  const body = { startsAt, durationMinutes: 60, type: 'general', version: 1, priceCents: 6000 } as const
  practice.clock.advance({ minutes: 10 })
  await ask(consultations.edit, { as: as(), params, body })

  practice.clock.advance({ minutes: 10 })
  const mails = await createOutboxReader(practice).post()

  expect(mails.map(({ subject }) => subject)).toEqual(['El precio de tu cita con Hábitat Interior'])
  expect(mails[0]?.text).toMatch(/Te proponemos un precio de 60,00\s€/)
  expect(mails[0]?.text).not.toMatch(/pendiente de pago/i)
})

describe('the address of a room', () => {
  test('stands in no list of its client, no mail, no entry of the log and no download', async () => {
    const { practice, ask, own, params } = await aBookedCall({ roomUrl: OWN_ROOM })

    const lists = [
      await ask(consultations.listMine, { as: own() }),
      await ask(consultations.nextOfMine, { as: own() }),
      await ask(consultations.calendarOfMine, { as: own(), params }),
    ].map(({ body }) => body)
    practice.clock.advance({ minutes: 10 })
    const mails = await createOutboxReader(practice).post()
    const changes = await listAuditChanges(practice)
    const { data: stored } = await practice.data.consultations.get(params).go()
    const download = toExportedAttributes(
      { ...stored, pk: '', sk: '', __edb_e__: 'consultation' },
      itemPrivacyRulesByEntity.consultations.without,
    )

    expect(mails).toHaveLength(1)
    expect(changes.find(({ action }) => action === 'OPENING_HOURS_CHANGED')?.details).toMatchObject({
      fields: ['roomUrl'],
    })
    expect(changes).toHaveLength(2)
    expect(JSON.stringify([lists, mails, changes, download])).not.toContain('meet.example')
  })

  test.each([
    'http://meet.example/sala',
    'meet.example/sala',
    'javascript:alert(1)',
    'https://',
    'https://localhost/sala',
    'https://10.0.0.1/sala',
    'https://yo:clave@meet.example/sala',
  ])('is https and can be reached by others: not %s', (text) => {
    expect(RoomUrl.safeParse(text).success).toBe(false)
  })

  test('is kept as the practice typed it, and emptied', async () => {
    const { ask, as, params } = await aBookedCall({ roomUrl: ` ${OWN_ROOM} ` })
    const body = { startsAt, durationMinutes: 60, type: 'general', version: 1, roomUrl: '' } as const

    const booked = await ask(consultations.read, { as: as(), params })
    await ask(consultations.edit, { as: as(), params, body })

    expect(booked.body.roomUrl).toBe(OWN_ROOM)
    expect((await ask(consultations.read, { as: as(), params })).body.roomUrl).toBeNull()
  })
})

describe('the address of a room', () => {
  test.each([
    'https://meet.example.com/\u202Egpj',
    'https://meet.example.com\\@evil.com/',
    'https://meet.example.com/a\\b',
  ])('%j is read differently by different programs, and refused', (text) => {
    expect(RoomUrl.safeParse(text).success).toBe(false)
  })

  test('is stored as a browser reads it', () => {
    expect(RoomUrl.parse('HTTPS://MEET.example.com/"><script>')).toBe('https://meet.example.com/%22%3E%3Cscript%3E')
    expect(RoomUrl.parse(PRACTICE_ROOM)).toBe(PRACTICE_ROOM)
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveReminders } from '../../../functions/consultations/send-reminders.handler.ts'
import { renderEmailText } from '../../../functions/mail/public/composed-email.ts'
import { composeReminderEmail } from '../../../functions/mail/reminder-email.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { mailSamples } from '../../../bin/local/mail-samples/contents.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'

/** A Tuesday, ten days after the initial clock. */
const START = '2026-12-01T16:30:00.000Z'

interface Version {
  readonly consultationId: string
  readonly version: number
}

const wish = (startsAt: string) => ({ startsAt, durationMinutes: 60, type: 'seguimiento' })

async function openAgenda(settings?: object) {
  const practice = await createTestPractice()
  const client = await createCliente(practice, settings)
  const boss = await createAdministrador(practice)
  const { customerId } = client
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const book = async (startsAt: string) =>
    (await ask(consultations.book, { as: as(), body: { ...wish(startsAt), customerId } })).body
  const move = async ({ consultationId, version }: Version, startsAt: string) =>
    (
      await ask(consultations.edit, {
        as: as(),
        params: { customerId, consultationId },
        body: { ...wish(startsAt), version },
      })
    ).body
  const setStatus = async ({ consultationId, version }: Version, status: 'cancelled' | 'scheduled') =>
    ask(consultations.setStatus, { as: as(), params: { customerId, consultationId }, body: { status, version } })
  const remind = serveReminders(() => practice)
  const { post, office } = createOutboxReader(practice)
  const readReminders = async () =>
    (await post()).map(({ subject = '' }) => subject).filter((subject) => /Recordatorio|empieza/.test(subject))
  const remindAt = async (instant: string) => {
    practice.clock.set(instant)
    return remind()
  }
  return { practice, client, ask, book, move, setStatus, remind, remindAt, readReminders, post, office }
}

const DAY_BEFORE = 'Recordatorio de tu cita: martes 1 de diciembre, 17:30'
const HOUR_BEFORE = 'Tu cita empieza a las 17:30'

const composeAt = (now: string) =>
  renderEmailText(
    composeReminderEmail(mailSamples.reminder, { token: 'a', siteUrl: 'https://habitat.test', now: new Date(now) }),
    'https://habitat.test',
  )

afterEach(() => void vi.restoreAllMocks())

describe('a consultation', () => {
  test('is reminded of a day and an hour before, once each, however often the clock calls', async () => {
    const { book, remindAt, readReminders } = await openAgenda()
    await book(START)

    const runs = []
    for (const instant of [
      '2026-11-30T16:29:59.999Z',
      '2026-11-30T16:30:00.000Z',
      '2026-11-30T16:35:00.000Z',
      '2026-12-01T15:29:59.999Z',
      '2026-12-01T15:30:00.000Z',
      '2026-12-01T15:35:00.000Z',
    ]) {
      const { reminded } = await remindAt(instant)
      runs.push({ reminded, sent: (await readReminders()).length })
    }

    expect(runs.map(({ reminded }) => reminded)).toEqual([0, 1, 0, 0, 1, 0])
    expect(runs.map(({ sent }) => sent)).toEqual([0, 1, 1, 1, 2, 2])
    expect(await readReminders()).toEqual([DAY_BEFORE, HOUR_BEFORE])
    expect(await remindAt(START)).toEqual({ reminded: 0 })
  })

  test('gets a mail with all that is to be done with it, and no secret of the room', async () => {
    const { book, remindAt, post } = await openAgenda()
    const { consultationId } = await book(START)
    await remindAt('2026-11-30T16:30:00.000Z')

    const mail = (await post()).at(-1)

    expect(mail?.subject).toBe(DAY_BEFORE)
    expect(mail?.text).toMatch(/Hola, Lucía:[^]*martes 1 de diciembre a las 17:30 \(hora de Madrid\)[^]*60 minutos/)
    expect(mail?.text).toContain(`Unirse a la videollamada:\nhttps://habitat.test/unirse/${consultationId}\n`)
    expect(mail?.text).toMatch(/Confirmo que iré:\nhttps:\/\/habitat\.test\/confirmar-cita#token=[\w-]{43}\n/)
    expect(mail?.html).toMatch(/href="https:\/\/habitat\.test\/confirmar-cita#token=[\w-]{43}">Confirmo que iré</)
  })

  test('is told by both clocks to whoever is in another time zone, by Madrid’s alone where they show the same', async () => {
    const canary = await openAgenda({ timeZone: 'Atlantic/Canary' })
    const paris = await openAgenda({ timeZone: 'Europe/Paris' })
    for (const { book, remindAt } of [canary, paris]) {
      await book(START)
      await remindAt('2026-11-30T16:30:00.000Z')
    }

    const [booked, reminded] = (await canary.post()).filter(({ subject }) => /cita/i.test(subject ?? ''))
    const same = (await paris.post()).at(-1)

    expect(reminded?.subject).toBe(`${DAY_BEFORE} (para ti, 16:30)`)
    for (const mail of [booked, reminded]) {
      expect(mail?.text).toMatch(/a las 17:30 \(hora de Madrid\)[^]*Para ti, 16:30 \(hora de Canarias\)\./)
      expect(mail?.html).toMatch(/17:30 a 18:30[^]*Hora de Madrid, península[^]*Para ti, 16:30 \(hora de Canarias\)/)
    }
    expect(reminded?.text).toContain('a las 17:15 (hora de Madrid)')
    expect(same?.subject).toBe(DAY_BEFORE)
    expect(same?.text).not.toMatch(/para ti/i)
  })

  test('that was bought without an account is told by the clocks of the browser that bought it', async () => {
    const { practice, client, book, remindAt, post } = await openAgenda()
    const { consultationId } = await book(START)
    const { customerId } = client
    const orderId = 'ord_00000001'
    await practice.data.consultations.patch({ customerId, consultationId }).set({ orderId }).go()
    const createdAt = practice.now().toISOString()
    const sold = {
      product: 'primera-consulta',
      totalCents: 8000,
      currency: 'eur',
      openedAt: createdAt,
      createdAt,
    } as const
    const order = { ...sold, orderId, customerId, status: 'paid', version: 1, timeZone: 'America/Bogota' } as const
    await practice.data.orders.put(order).go()
    await remindAt('2026-11-30T16:30:00.000Z')

    expect((await post()).at(-1)?.text).toContain('Para ti, 11:30 (hora de Colombia).')
  })

  test('is offered to be changed as long as the client may, and later to answer', () => {
    expect(composeAt('2026-11-30T08:59:59.999Z')).toContain('Cambiar:\nhttps://habitat.test/client?tab=consultations\n')
    expect(composeAt('2026-11-30T09:00:00.000Z')).not.toContain('Cambiar:')
    expect(composeAt('2026-11-30T09:00:00.000Z')).toContain('responde a este mensaje cuanto antes')
  })

  test('that was booked less than a day before is reminded of an hour before only', async () => {
    const { practice, book, remindAt, readReminders } = await openAgenda()
    practice.clock.set('2026-11-30T16:31:00.000Z')
    await book(START)

    await remindAt('2026-11-30T16:35:00.000Z')
    await remindAt('2026-12-01T15:30:00.000Z')

    expect(await readReminders()).toEqual([HOUR_BEFORE])
  })

  test('that is booked while its mail waits past the reminder’s moment is told by that mail, and no reminder comes before it', async () => {
    const { practice, book, remindAt, post, readReminders } = await openAgenda()
    practice.clock.set('2026-11-30T16:25:00.000Z')
    await book(START)

    await remindAt('2026-11-30T16:31:00.000Z')
    expect(await post()).toEqual([])
    await remindAt('2026-11-30T16:36:00.000Z')
    await remindAt('2026-11-30T17:00:00.000Z')

    expect((await post()).map(({ subject }) => subject)).toEqual(['Tu cita: martes 1 de diciembre, 17:30'])
    await remindAt('2026-12-01T15:31:00.000Z')
    expect(await readReminders()).toEqual([HOUR_BEFORE])
  })

  test('that was booked within its last hour has just been told', async () => {
    const { practice, book, remindAt } = await openAgenda()
    practice.clock.set('2026-12-01T15:45:00.000Z')
    await book(START)

    expect(await remindAt('2026-12-01T15:50:00.000Z')).toEqual({ reminded: 0 })
  })

  test('that is moved is reminded of for its new hour, and no longer for the old one', async () => {
    const { book, move, remindAt, readReminders } = await openAgenda()
    const booked = await book(START)
    await remindAt('2026-11-30T16:30:00.000Z')
    await move(booked, '2026-12-03T09:00:00.000Z')

    const runs = [
      await remindAt('2026-12-01T15:30:00.000Z'),
      await remindAt('2026-12-02T09:00:00.000Z'),
      await remindAt('2026-12-03T08:00:00.000Z'),
    ]

    expect(runs).toEqual([{ reminded: 0 }, { reminded: 1 }, { reminded: 1 }])
    expect(await readReminders()).toEqual(['Tu cita empieza a las 10:00'])
  })

  test('that is moved between its reminder and the mail’s departure is not told the old hour', async () => {
    const { book, move, remindAt, readReminders } = await openAgenda()
    const booked = await book(START)
    await remindAt('2026-11-30T16:30:00.000Z')

    await move(booked, '2026-12-03T09:00:00.000Z')

    expect(await readReminders()).toEqual([])
  })

  test('that is cancelled, or only asked for, is not reminded of', async () => {
    const { practice, client, ask, book, setStatus, remindAt } = await openAgenda()
    const booked = await book(START)
    await setStatus(booked, 'cancelled')
    await ask(consultations.request, {
      as: createPasswordSessionClaims(client, practice),
      body: { ...wish('2026-12-01T10:00:00.000Z'), type: 'general' },
    })

    expect(await remindAt('2026-12-01T09:30:00.000Z')).toEqual({ reminded: 0 })
    expect(await remindAt('2026-12-01T15:30:00.000Z')).toEqual({ reminded: 0 })
  })

  test('that has passed while the clock jumped three days, or stood still, is not reminded of', async () => {
    const { book, remindAt } = await openAgenda()
    await book('2026-11-24T10:00:00.000Z')
    await book('2026-11-25T10:00:00.000Z')
    await remindAt('2026-11-22T09:00:00.000Z')

    expect(await remindAt('2026-11-25T10:00:00.000Z')).toEqual({ reminded: 0 })
  })

  test('of tomorrow is reminded of late after a standstill, but not shortly before the reminder of the last hour', async () => {
    const [late, tooLate] = [await openAgenda(), await openAgenda()]
    await late.book(START)
    await tooLate.book(START)

    expect(await late.remindAt('2026-12-01T13:29:59.999Z')).toEqual({ reminded: 1 })
    expect(await tooLate.remindAt('2026-12-01T13:30:00.000Z')).toEqual({ reminded: 0 })
    expect(await tooLate.remindAt('2026-12-01T15:30:00.000Z')).toEqual({ reminded: 1 })
  })
})

describe('a reminder', () => {
  test('is queued once by two runs at the same moment', async () => {
    const { practice, book, remindAt, readReminders } = await openAgenda()
    await book(START)
    practice.clock.set('2026-11-30T16:30:00.000Z')

    const runs = await Promise.all([remindAt('2026-11-30T16:30:00.000Z'), serveReminders(() => practice)()])

    expect(runs.reduce((sum, { reminded }) => sum + reminded, 0)).toBe(1)
    expect(await readReminders()).toEqual([DAY_BEFORE])
  })

  test('is one mail though the run ended before it knew that it had written it, and the mark was lost', async () => {
    const { practice, client, book, remind, remindAt, readReminders } = await openAgenda()
    const { consultationId } = await book(START)
    const { data } = practice
    const write = data.transact
    vi.spyOn(data, 'transact').mockImplementationOnce(async (writes) => {
      await write(writes)
      throw new Error('no answer')
    })
    await expect(remindAt('2026-11-30T16:30:00.000Z')).rejects.toThrow('1 reminders could not be queued')
    await data.consultations.patch({ customerId: client.customerId, consultationId }).remove(['dayReminderFor']).go()

    expect(await remind()).toEqual({ reminded: 0 })
    expect(await readReminders()).toEqual([DAY_BEFORE])
  })

  test('that cannot be queued keeps no other one waiting', async () => {
    const { practice, book, remind, remindAt } = await openAgenda()
    await book(START)
    await book('2026-12-01T18:00:00.000Z')
    vi.spyOn(practice.data, 'transact').mockRejectedValueOnce(new Error('the table does not answer'))

    await expect(remindAt('2026-11-30T18:00:00.000Z')).rejects.toThrow('1 reminders could not be queued')

    expect(await remind()).toEqual({ reminded: 1 })
  })

  test('is not sent to whoever has switched reminders off, while other notices of consultations are', async () => {
    const { book, remindAt, post } = await openAgenda({ notifications: { reminders: false } })
    await book(START)
    await post()
    await remindAt('2026-11-30T16:30:00.000Z')

    expect((await post()).map(({ subject }) => subject)).toEqual(['Tu cita: martes 1 de diciembre, 17:30'])
  })
})

test('a run reads what begins within a day in pages, whatever else there is', async () => {
  const practice = await createTestPractice()
  await seedAgreed(practice, 150)
  const remind = serveReminders(() => practice)
  practice.clock.set('2026-11-29T23:00:00.000Z')
  let pages = 1

  const first = await remind({}, { getRemainingTimeInMillis: () => (pages-- > 0 ? 60_000 : 1000) })
  const second = await remind()

  expect([first, second]).toEqual([{ reminded: 0 }, { reminded: 0 }])
  expect((await practice.data.jobCheckpoints.scan.go()).data).toEqual([])
})

async function seedAgreed({ data }: TestPractice, count: number): Promise<void> {
  const agreed = Array.from({ length: count }, (_, n) => ({
    customerId: 'cus_agreed',
    consultationId: `con_agreed-${String(n).padStart(4, '0')}`,
    startsAt: new Date(Date.UTC(2026, 10, 30) + n * 60_000).toISOString(),
    durationMinutes: 60,
    type: 'general' as const,
    status: 'scheduled' as const,
    toConfirm: false,
    sequence: 0,
    version: 1,
    createdAt: '2026-11-29T22:00:00.000Z',
  }))
  await data.consultations.put(agreed).go()
}

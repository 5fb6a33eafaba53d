import { assert, constantFrom, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { formatConsultationCalendar } from '../../../functions/consultations/public/consultation-calendar.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { findCalendarPart, parseCalendar } from '../../support/parse-calendar.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

const wish = (startsAt: string) => ({ startsAt, durationMinutes: 60, type: 'seguimiento' })

async function openAgenda() {
  const practice = await createTestPractice()
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  const { customerId } = client
  const book = async (startsAt: string) =>
    (await ask(consultations.book, { as, body: { ...wish(startsAt), customerId } })).body
  const move = async (of: { consultationId: string; version: number }, startsAt: string) => {
    const { consultationId, version } = of
    const body = { ...wish(startsAt), version }
    return (await ask(consultations.edit, { as, params: { customerId, consultationId }, body })).body
  }
  const cancel = async ({ consultationId, version }: { consultationId: string; version: number }) =>
    ask(consultations.setStatus, {
      as,
      params: { customerId, consultationId },
      body: { status: 'cancelled', version },
    })
  const { post } = createOutboxReader(practice)
  const postDue = () => {
    practice.clock.advance({ minutes: 10 })
    return post()
  }
  const readCalendars = async () => (await postDue()).map((mail) => findCalendarPart(mail))
  return { practice, client, ask, book, move, cancel, post, readCalendars }
}

describe('the calendar that a mail about a consultation carries', () => {
  test('is one entry that is entered, moved and taken out again', async () => {
    const { client, book, move, cancel, readCalendars } = await openAgenda()

    const booked = await book('2026-12-01T16:30:00.000Z')
    await readCalendars()
    const moved = await move(booked, '2026-12-02T09:00:00.000Z')
    await readCalendars()
    await cancel(moved)

    const calendars = (await readCalendars()).map((part) => ({ part, ...parseCalendar(part?.ics ?? '') }))
    const events = calendars.map(({ events: [event] }) => event)
    const joinUrl = `https://habitat.test/unirse/${booked.consultationId}`
    expect(calendars.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    // Gmail and Outlook evaluate the MIME part.
    expect(calendars.map(({ part }) => part?.method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(new Set(events.map((event) => event?.uid))).toEqual(new Set([`${booked.consultationId}@habitat-interior`]))
    expect(events.map((event) => event?.sequence)).toEqual([0, 1, 2])
    expect(events.map((event) => event?.status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    expect(events.map((event) => [event?.startsAt, event?.endsAt])).toEqual([
      ['2026-12-01T16:30:00.000Z', '2026-12-01T17:30:00.000Z'],
      ['2026-12-02T09:00:00.000Z', '2026-12-02T10:00:00.000Z'],
      ['2026-12-02T09:00:00.000Z', '2026-12-02T10:00:00.000Z'],
    ])
    expect(events[0]).toMatchObject({
      summary: 'Consulta con Hábitat Interior',
      location: joinUrl,
      url: joinUrl,
      description: `Unirse a la videollamada: ${joinUrl}`,
      organizer: 'mailto:hola@habitat.test',
      attendees: [`mailto:${client.email}`],
      stamp: '2026-11-21T09:10:00.000Z',
      alarms: 0,
    })
  })

  test('names its method in the type of its part, as an alternative to the text', async () => {
    const { practice, book } = await openAgenda()
    await book('2026-12-01T16:30:00.000Z')
    const { office, post } = createOutboxReader(practice)
    practice.clock.advance({ minutes: 10 })
    await post()

    const source = office.sent[0]?.toString() ?? ''

    expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/)
    expect(source.indexOf('multipart/alternative')).toBeLessThan(source.indexOf('text/calendar'))
  })
})

test('the downloaded file is read by a calendar as the same entry, without anybody being invited', async () => {
  const { practice, client, ask, book } = await openAgenda()
  const { consultationId } = await book('2026-12-01T16:30:00.000Z')

  const { body } = await ask(consultations.calendarOfMine, {
    as: createPasswordSessionClaims(client, practice),
    params: { consultationId },
  })

  const { method, events } = parseCalendar(body.ics)
  expect([method, events]).toMatchObject([
    'PUBLISH',
    [{ uid: `${consultationId}@habitat-interior`, organizer: undefined, attendees: [] }],
  ])
})

const countOctets = (line: string) => new TextEncoder().encode(line).length

test('any hour, name and length is read as it was written, in lines that no mail server breaks', () => {
  assert(
    property(
      // The range contains both clock changes of 2027.
      integer({ min: 0, max: 4 * 24 * 400 }),
      integer({ min: 1, max: 16 }),
      string({ unit: constantFrom(...'aáñü€ç·ß 漢😀,;:"\\'), minLength: 1, maxLength: 90 }),
      (quarter, length, name) => {
        const startsAt = new Date(Date.UTC(2026, 11, 1) + quarter * 900_000).toISOString()
        const ics = formatConsultationCalendar(
          { consultationId: 'con_00000001', startsAt, durationMinutes: length * 15, sequence: 7 },
          {
            method: 'REQUEST',
            now: new Date('2026-11-21T09:00:00.000Z'),
            siteUrl: 'https://habitat.test',
            between: {
              organizer: { name: 'Hábitat Interior', email: 'hola@habitat.test' },
              attendee: { name, email: 'lucia@correo.test' },
            },
          },
        )
        const { events } = parseCalendar(ics)
        expect(events).toMatchObject([
          {
            startsAt,
            endsAt: new Date(Date.parse(startsAt) + length * 900_000).toISOString(),
            sequence: 7,
            summary: 'Consulta con Hábitat Interior',
            attendees: ['mailto:lucia@correo.test'],
          },
        ])
        expect(ics.split('\r\n').filter((line) => countOctets(line) > 75)).toEqual([])
        expect(ics.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      },
    ),
    { examples: [[0, 1, String.raw`\,:`]] },
  )
})

import { expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { findCalendarPart, parseCalendar } from '../../support/parse-calendar.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

/** The clock is 2026-11-21, 9:00 UTC. */
const FIRST = '2026-12-01T10:00:00.000Z'
const SECOND = '2026-12-02T09:00:00.000Z'
const wish = (startsAt: string) => ({ startsAt, durationMinutes: 60, type: 'seguimiento' })

async function openAgenda() {
  const practice = await createTestPractice()
  const people = [await createCliente(practice), await createAdministrador(practice)] as const
  const [client, boss] = people
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { customerId } = client
  const as = (person: (typeof people)[number] = boss) => createPasswordSessionClaims(person, practice)
  const book = async (startsAt = FIRST) =>
    (await ask(consultations.book, { as: as(), body: { ...wish(startsAt), customerId } })).body
  const move = async (
    { consultationId, version }: { readonly consultationId: string; readonly version: number },
    startsAt: string,
  ) =>
    (
      await ask(consultations.edit, {
        as: as(),
        params: { customerId, consultationId },
        body: { ...wish(startsAt), version },
      })
    ).body
  const setStatus = (
    { consultationId, version }: { readonly consultationId: string; readonly version: number },
    status: 'cancelled' | 'scheduled',
  ) => ask(consultations.setStatus, { as: as(), params: { customerId, consultationId }, body: { status, version } })
  const { post } = createOutboxReader(practice)
  const readMails = async () =>
    (await post()).map((mail) => ({
      to: mail.to?.[0]?.address,
      subject: mail.subject,
      text: mail.text ?? '',
      events: parseCalendar(findCalendarPart(mail)?.ics ?? '').events,
    }))
  const readSubjects = async () => (await post()).map(({ subject }) => subject)
  return { practice, client, ask, as, book, move, setStatus, readMails, readSubjects }
}

const BOOKED_FIRST = 'Tu cita: martes 1 de diciembre, 11:00'
const BOOKED_SECOND = 'Tu cita: miércoles 2 de diciembre, 10:00'
const CHANGED = 'Tu cita con Hábitat Interior ha cambiado'
const CANCELLED = 'Tu cita con Hábitat Interior se ha cancelado'

test('A-43 booked and moved within ten minutes is one mail, ten minutes after the booking, with the last hour and one valid entry for the calendar', async () => {
  const { practice, book, move, readMails } = await openAgenda()
  const booked = await book()
  practice.clock.advance({ minutes: 9 })
  await move(booked, SECOND)
  expect(await readMails()).toEqual([])

  practice.clock.advance({ minutes: 1 })
  const mails = await readMails()

  expect(mails.map(({ subject }) => subject)).toEqual([BOOKED_SECOND])
  expect(mails[0]?.events).toMatchObject([
    { uid: `${booked.consultationId}@habitat-interior`, sequence: 1, startsAt: SECOND, status: 'CONFIRMED' },
  ])
})

test('A-43 what is done after ten minutes is another mail', async () => {
  const { practice, book, move, readMails } = await openAgenda()
  const booked = await book()
  practice.clock.advance({ minutes: 10 })
  await readMails()

  await move(booked, SECOND)
  practice.clock.advance({ minutes: 10 })

  const mails = await readMails()
  expect(mails.map(({ subject }) => subject)).toEqual([BOOKED_FIRST, CHANGED])
  expect(mails.map(({ events }) => events[0]?.sequence)).toEqual([0, 1])
})

test('A-43 moved three times and cancelled is one mail, of the cancellation of the entry that the calendar has', async () => {
  const { practice, book, move, setStatus, readMails } = await openAgenda()
  let current = await book()
  practice.clock.advance({ minutes: 10 })
  await readMails()
  for (const hour of [SECOND, '2026-12-03T09:00:00.000Z', SECOND]) current = await move(current, hour)
  await setStatus(current, 'cancelled')

  practice.clock.advance({ minutes: 10 })

  const mails = await readMails()
  expect(mails.map(({ subject }) => subject)).toEqual([BOOKED_FIRST, CANCELLED])
  expect(mails[1]?.events).toMatchObject([{ sequence: 4, status: 'CANCELLED' }])
})

test.each(['booked and cancelled', 'moved and moved back'])(
  'A-43 %s within ten minutes, nothing is new to the client, and no mail is sent',
  async (deeds) => {
    const { practice, book, move, setStatus, readSubjects } = await openAgenda()
    const booked = await book()
    if (deeds.startsWith('moved')) {
      practice.clock.advance({ minutes: 10 })
      await readSubjects()
      await move(await move(booked, SECOND), FIRST)
    } else await setStatus(booked, 'cancelled')

    practice.clock.advance({ minutes: 10 })

    expect(await readSubjects()).toEqual(deeds.startsWith('moved') ? [BOOKED_FIRST] : [])
  },
)

test('A-43 what was cancelled untold and is booked again is told as a booking', async () => {
  const { practice, book, setStatus, readSubjects } = await openAgenda()
  const { body } = await setStatus(await book(), 'cancelled')
  await setStatus(body, 'scheduled')

  practice.clock.advance({ minutes: 10 })

  expect(await readSubjects()).toEqual([BOOKED_FIRST])
})

test('A-43 what two people do is two mails, in the order of their acts', async () => {
  const { practice, client, ask, as, move, readMails } = await openAgenda()
  const body = { ...wish(FIRST), message: 'Tengo dudas' }
  const { body: asked } = await ask(consultations.request, { as: as(client), body })
  practice.clock.advance({ minutes: 1 })
  await move(asked, SECOND)

  practice.clock.advance({ minutes: 9 })
  await readMails()
  practice.clock.advance({ minutes: 1 })

  const mails = await readMails()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Hemos recibido tu petición de cita con Hábitat Interior',
    BOOKED_SECOND,
  ])
  expect(JSON.stringify(mails)).not.toMatch(/Tengo dudas|[Ss]eguimiento/)
  expect(mails.map(({ events }) => events[0])).toMatchObject([
    { sequence: 0, startsAt: FIRST, status: 'TENTATIVE' },
    { sequence: 1, startsAt: SECOND, status: 'CONFIRMED' },
  ])
})

test('A-43 an hour less than six hours away is told at once, instead of what waited', async () => {
  const { practice, book, move, readSubjects } = await openAgenda()
  const booked = await book()

  await move(booked, '2026-11-21T14:00:00.000Z')

  expect(await readSubjects()).toEqual(['Tu cita: sábado 21 de noviembre, 15:00'])
  practice.clock.advance({ minutes: 10 })
  expect(await readSubjects()).toHaveLength(1)
})

test('A-43 a move that is cut off and made again is still one mail', async () => {
  const { practice, book, move, readSubjects } = await openAgenda()
  const booked = await book()
  const transact = practice.data.transact
  vi.spyOn(practice.data, 'transact').mockImplementationOnce(async (writes) => {
    await transact(writes)
    throw new Error('the answer was lost')
  })
  await move(booked, SECOND)
  await move(booked, SECOND)

  practice.clock.advance({ minutes: 10 })

  expect(await readSubjects()).toEqual([BOOKED_SECOND])
})

test('A-43 a move at the moment when the waiting mail is being sent is made, and is a mail of its own', async () => {
  const { practice, book, move, readSubjects } = await openAgenda()
  const booked = await book()
  const { data: mails } = await practice.data.mails.scan.go()
  const { mailId = '' } = mails[0] ?? {}
  await practice.data.mails.patch({ mailId }).set({ status: 'sent', attempts: 1, nextAttemptAt: FIRST }).go()

  expect((await move(booked, SECOND)).startsAt).toBe(SECOND)
  practice.clock.advance({ minutes: 10 })

  expect(await readSubjects()).toEqual([CHANGED])
})

test('A-43 a mail that waited says what has been paid meanwhile', async () => {
  const { practice, client, book, readMails } = await openAgenda()
  const { consultationId } = await book()
  const { customerId } = client
  await practice.data.consultations
    .patch({ customerId, consultationId })
    .set({ orderId: 'ord_00000001', priceCents: 6000 })
    .add({ version: 1 })
    .go()

  practice.clock.advance({ minutes: 10 })

  expect((await readMails())[0]?.text).toMatch(/Precio: 60,00\s€ · Pagada/)
})

test('A-43 an address corrected within ten minutes gets the mail that waited, with its entry for the calendar; the mistyped one gets nothing', async () => {
  const { practice, ask, as, readMails } = await openAgenda()
  const askCustomers = await createDomainCaller('customers', practice)
  const marta = { name: 'Marta Gil', email: 'marta@corre.test' }
  const { body: entered } = await askCustomers(customers.create, { as: as(), body: marta })
  const { customerId, version } = entered
  const { body: booked } = await ask(consultations.book, { as: as(), body: { ...wish(FIRST), customerId } })
  practice.clock.advance({ minutes: 3 })
  const { status } = await askCustomers(customers.edit, {
    as: as(),
    params: { customerId },
    body: { ...marta, email: 'marta@correo.test', version },
  })
  await ask(consultations.edit, {
    as: as(),
    params: { customerId, consultationId: booked.consultationId },
    body: { ...wish(SECOND), version: booked.version },
  })

  practice.clock.advance({ minutes: 7 })

  expect(status).toBe(200)
  const mails = await readMails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['marta@correo.test', BOOKED_SECOND]])
  expect(mails[0]?.events).toMatchObject([{ attendees: ['mailto:marta@correo.test'] }])
  const { data: listed } = await practice.data.mails.query.byCustomer({ customerId }).go()
  expect(listed.map(({ to, status: sent }) => [to, sent])).toEqual([['marta@correo.test', 'sent']])
})

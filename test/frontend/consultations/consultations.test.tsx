import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SlotDayState } from '#contract/free-slot-endpoints'
import { downloadMock, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createOwnConsultation,
  paidCancellationOptions,
  stubOwnConsultations,
} from '../../support/own-consultations.ts'

const past = createOwnConsultation({
  consultationId: 'con_bbbbbbbb',
  startsAt: '2026-11-03T16:30:00.000Z',
  status: 'completed',
})
const listed = 'GET /consultations/mine'
const next = 'GET /consultations/mine/next'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubOwnConsultations([createOwnConsultation(), past])
  fakeApi.answer('GET /slots', freeSlots([]))
})

const open = () => openProductPath('/client?tab=consultations')

const freeSlots = (slots: readonly string[], state: SlotDayState = 'free') => ({
  durationMinutes: 60,
  bookable: { from: '2026-11-22', to: '2027-01-20' },
  days: [{ day: '2026-12-10', state, slots }],
})

const counted = async (text: string) => (await screen.findByText(text)).nextElementSibling

test('CLI-25 the counters say how many there are', async () => {
  open()

  await waitFor(async () => expect((await counted('Total Consultas'))?.textContent).toBe('2'))
  expect((await counted('Completadas'))?.textContent).toBe('1')
  expect((await counted('Próximas'))?.textContent).toBe('1')
})

test('CON-06 CLI-25 what is scheduled and to come stands above, everything else is history', async () => {
  open()

  const upcoming = await screen.findByRole('region', { name: 'Próximas consultas' })
  const history = screen.getByRole('region', { name: 'Historial de consultas' })

  const title = await within(upcoming).findByRole('heading', { name: /martes, 1 de diciembre, 11:00 h \(60 min\)/ })
  expect(title).toBeDefined()
  expect(within(upcoming).getAllByRole('listitem')).toHaveLength(1)
  const cells = within(history).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('martes, 3 de noviembre, 17:30 h'),
    'Seguimiento',
    'Completada',
    '60,00 €',
  ])
})

test.each([
  ['scheduled', 'Programada'],
  ['in_progress', 'En curso'],
  ['completed', 'Completada'],
  ['cancelled', 'Cancelada'],
  ['no_show', 'No asistida'],
] as const)('CON-05 the status %s reads %s', async (status, text) => {
  fakeApi.answer(listed, { items: [{ ...past, status }], next: null })
  open()

  expect(await screen.findByText(text)).toBeDefined()
})

test('CON-06 a scheduled consultation whose hour has passed is history', async () => {
  fakeApi.answer(listed, { items: [{ ...past, status: 'scheduled' }], next: null })
  open()

  const history = await screen.findByRole('region', { name: 'Historial de consultas' })

  expect(await within(history).findByText('Programada')).toBeDefined()
})

test('CON-01 CON-03 LIM-10 day and time are asked for, an hour is proposed, and the types are the client’s four', async () => {
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pedir consulta' })

  await person.click(within(dialog).getByRole('button', { name: 'Pedir consulta' }))

  expect(await within(dialog).findByText('Indica el día')).toBeDefined()
  expect(within(dialog).getByText('Indica la hora')).toBeDefined()
  const duration = within(dialog).getByLabelText<HTMLInputElement>('Duración (minutos)')
  expect([duration.value, duration.min, duration.step]).toEqual(['60', '15', '15'])
  expect(
    within(within(dialog).getByLabelText('Tipo'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['General', 'Seguimiento', 'Revisión', 'Urgente'])
  expect(fakeApi.asked('POST /consultations/mine')).toEqual([])
})

async function fillIn(person: ReturnType<typeof openProductPath>) {
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pedir consulta' })
  await person.type(within(dialog).getByLabelText('Fecha'), '2026-12-10')
  await person.type(within(dialog).getByLabelText('Hora'), '10:30')
  await person.type(within(dialog).getByLabelText(/¿Qué te gustaría tratar/), 'Mis resultados')
  await person.click(within(dialog).getByRole('button', { name: 'Pedir consulta' }))
  return dialog
}

test('CON-07 a client asks for an hour by the clocks of the practice', async () => {
  fakeApi.answer('POST /consultations/mine', createOwnConsultation({ toConfirm: true }))
  const person = open()

  await fillIn(person)

  expect(await screen.findByText('Consulta programada')).toBeDefined()
  expect(fakeApi.asked('POST /consultations/mine').map(({ body }) => body)).toEqual([
    {
      startsAt: '2026-12-10T09:30:00.000Z',
      durationMinutes: 60,
      type: 'general',
      message: 'Mis resultados',
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('CON-07 an hour that the change of the clocks leaves out is refused before it is sent', async () => {
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))

  fireEvent.change(dialog.getByLabelText('Fecha'), { target: { value: '2027-03-28' } })
  fireEvent.change(dialog.getByLabelText('Hora'), { target: { value: '02:30' } })
  await person.click(dialog.getByRole('button', { name: 'Pedir consulta' }))

  expect(await dialog.findByText(/los relojes pasan de las 2:00 a las 3:00/)).toBeDefined()
  expect(fakeApi.asked('POST /consultations/mine')).toEqual([])
})

test('the free hours of the chosen day are offered, and one press fills the hour in', async () => {
  fakeApi.answer('GET /slots', freeSlots(['2026-12-10T08:00:00.000Z', '2026-12-10T16:30:00.000Z']))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pedir consulta' }))

  await person.type(dialog.getByLabelText('Fecha'), '2026-12-10')
  const hours = within(await dialog.findByRole('group', { name: 'Horas libres del jueves, 10 de diciembre' }))
  expect(hours.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^9:00.*3:00, hora de Nueva York$/),
    expect.stringMatching(/^17:30.*11:30, hora de Nueva York$/),
  ])
  await person.click(hours.getByRole('button', { name: /^17:30/ }))

  expect(dialog.getByLabelText<HTMLInputElement>('Hora').value).toBe('17:30')
  expect(hours.getByRole('button', { name: /^17:30/ }).getAttribute('aria-pressed')).toBe('true')
  expect(fakeApi.asked('GET /slots')[0]?.query).toEqual({ type: 'general', week: '2026-12-07' })
})

test.each([
  ['full', 'Ese día está completo. Prueba con otro.'],
  ['closed', 'Ese día no atendemos. Prueba con otro.'],
  ['unavailable', 'Ese día no se puede reservar. Prueba con otro.'],
] as const)('a day that is %s says so before anything is sent', async (state, text) => {
  fakeApi.answer('GET /slots', freeSlots([], state))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))

  await person.type(await screen.findByLabelText('Fecha'), '2026-12-10')

  expect(await screen.findByText(text)).toBeDefined()
})

test('an hour that is taken is said at the hour, and what was typed stays', async () => {
  fakeApi.refuse('POST /consultations/mine', 'slot-taken')
  const person = open()

  const dialog = await fillIn(person)

  expect(await within(dialog).findByText('Esa hora ya está ocupada. Elige otra.')).toBeDefined()
  expect(within(dialog).getByLabelText<HTMLInputElement>('Hora').value).toBe('10:30')
})

test('what the server says of the hour stands at the hour, and the dialog says that something is to be corrected', async () => {
  const text = 'La hora tiene que caber en el horario'
  fakeApi.refuse('POST /consultations/mine', 'invalid-input', { startsAt: [text] })
  const person = open()

  const dialog = within(await fillIn(person))

  expect(await dialog.findByText(text)).toBeDefined()
  expect(dialog.getByLabelText('Hora').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement?.id).toBe(dialog.getByLabelText('Hora').id)
  expect(dialog.getByText(/^Revisa los datos del formulario/)).toBeDefined()
})

test('CON-07 a consultation is moved from where it stands', async () => {
  fakeApi.answer('PUT /consultations/mine/con_aaaaaaaa', createOwnConsultation({ version: 4 }))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  const time = screen.getByLabelText<HTMLInputElement>('Hora')
  expect(time.value).toBe('11:00')

  await person.clear(time)
  await person.type(time, '12:15')
  await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked('PUT /consultations/mine/con_aaaaaaaa')[0]?.body).toMatchObject({
    startsAt: '2026-12-01T11:15:00.000Z',
    version: 3,
  })
})

const slotsForMove = 'GET /consultations/mine/con_aaaaaaaa/slots'

test('A-70 CON-07 whoever moves a consultation is offered the hours beside its own, for the length that is typed', async () => {
  const hours = ['2026-12-01T09:30:00.000Z', '2026-12-01T10:00:00.000Z', '2026-12-01T10:30:00.000Z']
  fakeApi.answer(slotsForMove, {
    ...freeSlots([]),
    days: [{ day: '2026-12-01', state: 'free', slots: hours }],
  })
  fakeApi.answer('PUT /consultations/mine/con_aaaaaaaa', createOwnConsultation({ version: 4 }))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar consulta' }))
  const offered = within(await dialog.findByRole('group', { name: 'Horas libres del martes, 1 de diciembre' }))
  expect(offered.getByRole('button', { pressed: true }).textContent).toMatch(/^11:00/)
  expect(offered.getAllByRole('button')).toHaveLength(3)

  fireEvent.change(dialog.getByLabelText('Duración (minutos)'), { target: { value: '4' } })
  fireEvent.change(dialog.getByLabelText('Duración (minutos)'), { target: { value: '45' } })
  await person.click(await dialog.findByRole('button', { name: /^11:30/ }))
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  const asked = fakeApi.asked(slotsForMove).map(({ query }) => `${query['week']} ${query['durationMinutes']}`)
  expect(new Set(asked)).toEqual(new Set(['2026-11-30 60', '2026-11-30 45']))
  expect(fakeApi.asked('GET /slots')).toEqual([])
  expect(fakeApi.asked('PUT /consultations/mine/con_aaaaaaaa')[0]?.body).toMatchObject({ startsAt: hours[2] })
})

test('CON-04 CON-07 UIX-04 a consultation is given up only after a yes', async () => {
  fakeApi.answer('DELETE /consultations/mine/con_aaaaaaaa', createOwnConsultation({ status: 'cancelled' }))
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))
  const dialog = screen.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar esta consulta?' })
  expect(fakeApi.asked('DELETE /consultations/mine/con_aaaaaaaa')).toEqual([])

  await person.click(within(dialog).getByRole('button', { name: 'Eliminar consulta' }))

  expect(await screen.findByText('Consulta eliminada')).toBeDefined()
})

test('too late to give up says what to do instead', async () => {
  fakeApi.refuse('DELETE /consultations/mine/con_aaaaaaaa', 'too-late')
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))

  await person.click(screen.getByRole('button', { name: 'Eliminar consulta' }))

  expect(
    await screen.findByText('Faltan menos de 24 horas para la consulta. Escríbenos y lo vemos contigo.'),
  ).toBeDefined()
})

test('a consultation goes to Google Calendar and to a calendar file', async () => {
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/calendar', { fileName: 'consulta-2026-12-01.ics', ics: 'BEGIN' })
  const person = open()

  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /Google Calendar/ })
  await person.click(screen.getByRole('button', { name: 'Archivo .ics' }))

  const { origin, searchParams } = new URL(link.href)
  expect(origin).toBe('https://calendar.google.com')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    text: 'Consulta con Hábitat Interior',
    dates: '20261201T100000Z/20261201T110000Z',
    location: 'Consulta virtual',
  })
  await waitFor(() => expect(downloadMock).toHaveBeenCalledExactlyOnceWith('consulta-2026-12-01.ics', 'BEGIN'))
})

test('an hour that the practice has yet to confirm says so', async () => {
  fakeApi.answer(listed, { items: [createOwnConsultation({ toConfirm: true })], next: null })
  open()

  expect(await screen.findByText('Pendiente de confirmar')).toBeDefined()
})

test('who has no consultations reads what to do, and a list that fails can be asked for again', async () => {
  fakeApi.refuse(listed, 'profile-missing')
  const person = open()
  await screen.findByText(/Todavía estamos preparando tu cuenta/)

  fakeApi.answer(listed, { items: [], next: null })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByText(/No tienes consultas próximas/)).toBeDefined()
})

test('who has paid a consultation without a date is told so and asks for that one', async () => {
  fakeApi.answer('GET /consultations/mine/next', {
    consultation: null,
    toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z' },
    freeRequests: false,
  })
  const person = open()
  await screen.findByText(/Has pagado «Primera consulta» y está pendiente de agendar/)

  await person.click(screen.getByRole('button', { name: 'Pedir consulta' }))

  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Tipo' }).value).toBe('primera_consulta')
  expect(within(dialog).getByRole<HTMLInputElement>('spinbutton').value).toBe('30')
  expect(within(dialog).getByText(/Ya está pagada\./)).toBeDefined()
})

const paidFirst = {
  consultation: null,
  toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z' },
  freeRequests: false,
} as const

test('whoever asks before it is known what they have paid is asked about that one', async () => {
  const release = fakeApi.hold(next, paidFirst)
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  expect(screen.getByRole('button', { name: 'Abriendo...' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('dialog')).toBeNull()
  release()

  const dialog = await screen.findByRole('dialog', { name: 'Pedir consulta' })
  expect(within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Tipo' }).value).toBe('primera_consulta')
})

test('where it cannot be known what somebody has paid, nothing is asked for, and they may try again', async () => {
  fakeApi.refuse(next, 'profile-missing')
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Pedir consulta' }))
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.queryByRole('dialog')).toBeNull()

  fakeApi.answer(next, paidFirst)
  await person.click(again)

  const dialog = await screen.findByRole('dialog', { name: 'Pedir consulta' })
  expect(within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Tipo' }).value).toBe('primera_consulta')
})

test('A-36 another type proposes its usual duration, and leaves one that was chosen', async () => {
  fakeApi.answer('GET /consultations/mine/next', {
    consultation: null,
    toSchedule: { concept: 'Primera consulta', paidAt: '2026-11-20T10:00:00.000Z' },
    freeRequests: false,
  })
  const person = open()
  await screen.findByText(/Has pagado «Primera consulta»/)
  await person.click(screen.getByRole('button', { name: 'Pedir consulta' }))
  const dialog = within(await screen.findByRole('dialog'))
  const minutes = () => dialog.getByRole<HTMLInputElement>('spinbutton').value

  await person.selectOptions(dialog.getByRole('combobox', { name: 'Tipo' }), 'seguimiento')
  expect(minutes()).toBe('60')
  await person.clear(dialog.getByRole('spinbutton'))
  await person.type(dialog.getByRole('spinbutton'), '45')
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Tipo' }), 'revision')
  expect(minutes()).toBe('45')
  // A paid consultation has a fixed length.
  await person.selectOptions(dialog.getByRole('combobox', { name: 'Tipo' }), 'primera_consulta')
  expect(minutes()).toBe('30')
  expect(dialog.getByRole<HTMLInputElement>('spinbutton').readOnly).toBe(true)
})

const options = 'GET /consultations/mine/con_aaaaaaaa/options'

async function cancelPaid() {
  fakeApi.answer(listed, { items: [createOwnConsultation({ isPaid: true })], next: null })
  fakeApi.answer(options, paidCancellationOptions)
  const person = open()
  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))
  await screen.findByRole('button', { name: 'Elegir otra hora' })
  return person
}

test('A-71 who cancels a paid consultation is told by which rule, and chooses another hour, the payment or the money to the cent', async () => {
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', {
    refundId: 'ref_aaaaaaaa',
    amountCents: 8000,
    status: 'succeeded',
  })
  const person = await cancelPaid()
  const dialog = within(screen.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar esta consulta?' }))

  expect(dialog.getByText(/gratis hasta el lunes 30 de noviembre a las 11:00/)).toBeDefined()
  expect(dialog.getByText(/80,00 €: no caducan/)).toBeDefined()
  expect(dialog.getByText(/Te devolvemos 80,00 €.*como muy tarde, el 5 de diciembre/)).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Cancelar y recuperar 80,00 €' }))

  expect(await screen.findByText('Consulta cancelada')).toBeDefined()
  expect(fakeApi.asked('POST /payments/pay_aaaaaaaa/refunds')[0]?.body).toMatchObject({
    amountCents: 8000,
    refundId: expect.stringMatching(/^ref_[0-9a-f-]{36}$/),
  })
})

test('A-71 the payment of a cancelled consultation is kept for another hour', async () => {
  fakeApi.answer('DELETE /consultations/mine/con_aaaaaaaa', createOwnConsultation({ status: 'cancelled' }))
  const person = await cancelPaid()

  await person.click(screen.getByRole('button', { name: 'Cancelar y guardar mi pago' }))

  expect(await screen.findByText('Consulta eliminada')).toBeDefined()
  expect(fakeApi.asked('DELETE /consultations/mine/con_aaaaaaaa')).toHaveLength(1)
})

test('A-71 of a payment that was given back in part what is left is kept, not the whole sum', async () => {
  fakeApi.answer(listed, { items: [createOwnConsultation({ isPaid: true })], next: null })
  fakeApi.answer(options, { ...paidCancellationOptions, refundCents: 6000 })
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))

  expect(await screen.findByText(/^Guardamos tus 60,00 €: no caducan/)).toBeDefined()
})

test('A-71 within 24 hours nothing looks as if it could be changed; how to write is said, and what the right of withdrawal gives', async () => {
  const soon = { isPaid: true, startsAt: '2026-11-21T15:00:00.000Z' }
  fakeApi.answer(listed, { items: [createOwnConsultation(soon)], next: null })
  fakeApi.answer(options, {
    ...paidCancellationOptions,
    mayMove: false,
    mayKeep: false,
    rule: 'withdrawal',
    until: soon.startsAt,
  })
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Desistir y recuperar 80,00 €' }))

  expect(screen.queryByRole('button', { name: /^(Cambiar|Eliminar)$/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'hola@habitat.example' }).getAttribute('href')).toBe(
    'mailto:hola@habitat.example',
  )
  expect(await screen.findByRole('button', { name: 'Cancelar y recuperar 80,00 €' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cancelar y guardar mi pago' })).toBeNull()
  expect(screen.getByText(/este derecho está por encima de la regla de las 24 horas/)).toBeDefined()
})

test('A-71 the dialog that moves a paid consultation offers day and hour, and says what stays', async () => {
  fakeApi.answer(listed, {
    items: [createOwnConsultation({ isPaid: true, type: 'primera_consulta', durationMinutes: 30 })],
    next: null,
  })
  fakeApi.answer(options, paidCancellationOptions)
  const person = open()

  await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar consulta' }))

  expect(dialog.getByText('Primera consulta, 30 minutos, ya pagada: solo cambian el día y la hora.')).toBeDefined()
  expect(dialog.getByLabelText('Fecha')).toBeDefined()
  expect([dialog.queryByRole('spinbutton'), dialog.queryByRole('combobox')]).toEqual([null, null])
})

test('the summary that the practice shared stands in «Citas», and nothing where there is none', async () => {
  fakeApi.answer('GET /consultations/mine/summaries', {
    items: [
      {
        consultationId: 'con_bbbbbbbb',
        startsAt: past.startsAt,
        type: 'seguimiento',
        text: 'Sigue así',
        sharedAt: past.startsAt,
      },
    ],
    next: null,
  })
  open()

  const summaries = within(await screen.findByRole('region', { name: 'Resumen de tus consultas' }))

  expect(summaries.getByRole('heading', { name: 'Seguimiento, martes, 3 de noviembre' })).toBeDefined()
  expect(summaries.getByText('Sigue así')).toBeDefined()
})

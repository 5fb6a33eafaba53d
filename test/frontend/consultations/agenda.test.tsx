import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  chooseRowAction,
  askToSchedule,
  createAdminConsultation,
  sampleOrderToSchedule,
  stubAdminAgenda,
} from '../../support/admin-app.ts'

const busy = createAdminConsultation()
const done = createAdminConsultation({
  consultationId: 'con_bbbbbbbb',
  startsAt: '2026-11-03T16:30:00.000Z',
  status: 'completed',
})
const cancelled = createAdminConsultation({
  consultationId: 'con_cccccccc',
  startsAt: '2026-11-05T16:30:00.000Z',
  status: 'cancelled',
})

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const dayNamed = (name: RegExp) => screen.findByRole('button', { name })
const classOf = async (name: RegExp) => (await dayNamed(name)).className

test('ADM-07 ADM-08 the month of today stands in Spanish over a week from Sunday to Saturday', async () => {
  stubAdminAgenda()
  openProductPath('/admin')

  const grid = await screen.findByRole('grid', { name: 'noviembre de 2026' })

  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dom', 'Lun', 'Mar', 'Mié', 'Jue', 'Vie', 'Sáb'])
  expect(within(grid).getAllByRole('button')).toHaveLength(30)
})

test('ADM-07 the months go by with two buttons, and the month stands in the address', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  await screen.findByText('noviembre de 2026')

  await person.click(screen.getByRole('button', { name: 'Mes siguiente' }))
  await person.click(screen.getByRole('button', { name: 'Mes siguiente' }))
  expect(await screen.findByRole('grid', { name: 'enero de 2027' })).toBeDefined()
  expect(new URLSearchParams(window.location.search).get('month')).toBe('2027-01')
  await person.click(screen.getByRole('button', { name: 'Mes anterior' }))

  expect(await screen.findByRole('grid', { name: 'diciembre de 2026' })).toBeDefined()
})

test('a month in the address is shown again after a reload', async () => {
  stubAdminAgenda()
  openProductPath('/admin?month=2028-02')

  expect(within(await screen.findByRole('grid', { name: 'febrero de 2028' })).getAllByRole('button')).toHaveLength(29)
})

test.each(['2026-13', 'ayer'])('a month %s that is none is the present one', async (month) => {
  stubAdminAgenda()
  openProductPath(`/admin?month=${month}&day=2026-11-31`)

  expect(await screen.findByRole('grid', { name: 'noviembre de 2026' })).toBeDefined()
})

test('ADM-09 A-35 days with consultations are red, past ones too, today has a ring, and a legend says so', async () => {
  stubAdminAgenda({ month: [done, cancelled] })
  openProductPath('/admin')

  expect(await dayNamed(/^martes, 3 de noviembre, 1 consulta$/)).toBeDefined()
  expect(await classOf(/^martes, 3 de noviembre/)).toContain('agenda-day-busy')
  expect(await classOf(/^jueves, 5 de noviembre, 1 cancelada$/)).not.toContain('agenda-day-busy')
  expect(await classOf(/^sábado, 21 de noviembre, hoy$/)).toContain('agenda-day-today')
  const legend = within(screen.getByRole('list', { name: 'Leyenda' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Con consultas',
    'Solo canceladas',
    'Hoy',
  ])
})

test('ADM-09 a consultation at midnight belongs to the day of Madrid', async () => {
  stubAdminAgenda({ month: [createAdminConsultation({ startsAt: '2026-11-30T23:15:00.000Z' })] })
  openProductPath('/admin?month=2026-12')

  expect(await dayNamed(/^martes, 1 de diciembre, 1 consulta$/)).toBeDefined()
})

test('A-35 a day shows what it holds in every status', async () => {
  stubAdminAgenda({ month: [done, cancelled], coming: [] })
  const person = openProductPath('/admin')

  await person.click(await dayNamed(/^jueves, 5 de noviembre, 1 cancelada$/))

  const list = within(await screen.findByRole('list', { name: 'Consultas del jueves, 5 de noviembre' }))
  expect(list.getByText('Cancelada')).toBeDefined()
  expect(window.location.search).toContain('day=2026-11-05')
  await person.click(screen.getByRole('button', { name: 'Ver las próximas' }))
  expect(await screen.findByText('No hay consultas programadas')).toBeDefined()
})

const pressOf = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
const at = () => document.activeElement?.getAttribute('data-day')

test('the arrows, Home, End and the page keys walk through the days, and one day is in the order of tabulation', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  const today = await dayNamed(/^sábado, 21 de noviembre/)
  today.focus()

  const walk = async (key: string) => {
    await person.keyboard(`{${key}}`)
    return at()
  }
  expect(await walk('ArrowLeft')).toBe('2026-11-20')
  expect(await walk('ArrowUp')).toBe('2026-11-13')
  expect(await walk('ArrowRight')).toBe('2026-11-14')
  expect(await walk('ArrowDown')).toBe('2026-11-21')
  expect(await walk('Home')).toBe('2026-11-15')
  expect(await walk('End')).toBe('2026-11-21')
  await person.keyboard('{PageDown}')
  await waitFor(() => expect(at()).toBe('2026-12-21'))
  await person.keyboard('{PageUp}')
  await waitFor(() => expect(at()).toBe('2026-11-21'))
  await person.keyboard('{Home}{End}{ArrowRight}{ArrowDown}')
  await waitFor(() => expect(at()).toBe('2026-11-29'))
  await person.keyboard('{ArrowDown}')
  await waitFor(() => expect(at()).toBe('2026-12-06'))

  const reached = screen.getAllByRole('button').filter((each) => each.dataset['day'] && each.tabIndex === 0)
  expect(reached.map(({ dataset }) => dataset['day'])).toEqual(['2026-12-06'])
})

test('Enter chooses the day that was reached by keys, also before its month is there', async () => {
  stubAdminAgenda()
  openProductPath('/admin')
  const today = await dayNamed(/^sábado, 21 de noviembre/)
  today.focus()

  fireEvent.keyDown(today, { key: 'Enter' })
  expect(window.location.search).not.toContain('day=')
  void act(() => {
    for (const key of ['PageDown', 'ArrowRight', 'Enter']) today.dispatchEvent(pressOf(key))
  })

  await waitFor(() => expect(window.location.search).toContain('day=2026-12-22'))
  await waitFor(() => expect(at()).toBe('2026-12-22'))
  expect(await screen.findByRole('button', { name: 'Ver las próximas' })).toBeDefined()
})

test('ADM-11 ADM-12 ADM-15 an entry says who, when, what for, how long and the notes, and what can be done', async () => {
  stubAdminAgenda({ month: [], coming: [busy] })
  const person = openProductPath('/admin')

  const entry = within(within(await screen.findByRole('list', { name: 'Próximas consultas' })).getByRole('listitem'))

  expect(entry.getByRole('link', { name: 'Lucía Ferrer Gil' }).getAttribute('href')).toBe('/client/cus_aaaaaaaa')
  expect(entry.getByText('lucia@correo.test')).toBeDefined()
  expect(entry.getByText('martes, 1 de diciembre')).toBeDefined()
  expect(entry.getByText('11:00').textContent).toBe('11:00 h')
  expect(entry.getByText(/^Seguimiento · 60 min · 60,50 €/)).toBeDefined()
  expect(entry.getByText('Notas: Trae analítica')).toBeDefined()
  await person.click(entry.getByRole('button', { name: 'Acciones de la consulta de Lucía Ferrer Gil' }))
  expect(entry.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Abrir ficha',
    'Notas de la consulta',
    'Google Calendar (se abre en otra pestaña)',
    'Estado',
    'Editar',
    'Eliminar',
  ])
  expect(entry.getByRole('menuitem', { name: 'Abrir ficha' }).getAttribute('href')).toBe('/client/cus_aaaaaaaa')
  const { searchParams } = new URL(entry.getByRole<HTMLAnchorElement>('menuitem', { name: /Google Calendar/ }).href)
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'Consulta con Lucía',
    dates: '20261201T100000Z/20261201T110000Z',
    details: 'Duración: 60 minutos',
    location: 'Consulta virtual',
  })
})

async function openCalendarLink(person: UserEvent) {
  await person.click(await screen.findByRole('button', { name: /^Acciones de la consulta/ }))
  return screen.getByRole<HTMLAnchorElement>('menuitem', { name: /Google Calendar/ })
}

test('ADM-23 Google learns neither surname nor notes nor what a consultation is about', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ notes: 'Sospecha de celiaquía', type: 'revision' })] })
  const person = openProductPath('/admin')

  const { href } = await openCalendarLink(person)

  expect(decodeURIComponent(href)).not.toMatch(/Ferrer|celiaqu|Revisión/)
})

test('ADM-23 Google does not learn the address of a client without a name, which stands in place of one', async () => {
  const email = 'lucia@correo.test'
  stubAdminAgenda({ coming: [createAdminConsultation({ customerName: email, customerEmail: email })] })
  const person = openProductPath('/admin')

  const { searchParams } = new URL((await openCalendarLink(person)).href)

  expect(searchParams.get('text')).toBe('Consulta con un cliente')
})

test('ADM-23 the link of a calendar ends when the consultation does', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ durationMinutes: 45, startsAt: '2026-12-31T22:30:00.000Z' })] })
  const person = openProductPath('/admin')

  const link = await openCalendarLink(person)

  expect(new URL(link.href).searchParams.get('dates')).toBe('20261231T223000Z/20261231T231500Z')
})

test('ADM-13 an empty list says so', async () => {
  stubAdminAgenda()
  openProductPath('/admin')

  expect(await screen.findByText('No hay consultas programadas')).toBeDefined()
})

test('a list that cannot be had says why and can be asked for again', async () => {
  stubAdminAgenda({ coming: [busy] })
  fakeApi.refuse('GET /consultations/coming', 'profile-missing')
  const person = openProductPath('/admin')
  const agenda = within(await screen.findByRole('region', { name: 'Agenda' }))
  await agenda.findByText(/Todavía estamos preparando tu cuenta/)

  fakeApi.answer('GET /consultations/coming', { items: [busy], next: null })
  await person.click(agenda.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByText('lucia@correo.test')).toBeDefined()
})

test('a paid order without a date is seen first, and its dialog knows the client, the type and the half hour', async () => {
  stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
  const person = openProductPath('/admin')
  const toDo = within(await screen.findByRole('region', { name: 'Por hacer' }))
  expect((await toDo.findByRole('listitem')).textContent).toMatch(
    /^Pago sin fecha, para hoy Noa Vidal, pagado el mié, 18 nov, Primera consulta/,
  )

  await askToSchedule(person)

  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  expect(dialog.getByText('Noa Vidal')).toBeDefined()
  expect(dialog.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('primera_consulta')
  expect(dialog.getByLabelText<HTMLInputElement>('Duración (minutos)').value).toBe('30')
})

test('A-70 the practice picks the hours that it proposes by hand, three at the most', async () => {
  const slots = ['08:00', '09:00', '10:00', '11:00'].map((time) => `2026-11-25T${time}:00.000Z`)
  stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
  fakeApi.answer('GET /slots', {
    durationMinutes: 30,
    bookable: { from: '2026-11-22', to: '2026-11-29' },
    days: [{ day: '2026-11-25', state: 'free', slots }],
  })
  const proposing = 'POST /consultations/to-schedule/ord_aaaaaaaa/proposals'
  const sent = {
    state: 'sent' as const,
    round: 1,
    slots: slots.slice(0, 3),
    sentAt: '2026-11-21T09:00:00.000Z',
    seenAt: null,
  }
  fakeApi.answer(proposing, sent)
  const person = openProductPath('/admin/agenda')
  await person.click(await screen.findByRole('button', { name: 'Elegir horas: Noa Vidal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Elegir horas para Noa Vidal' }))

  for (const time of [/^9:00/, /^10:00/, /^11:00/])
    await person.click(await dialog.findByRole('button', { name: time }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^12:00/ }).disabled).toBe(true)
  await person.click(dialog.getByRole('button', { name: 'Proponer estas horas' }))

  expect(await screen.findByText('Horas propuestas')).toBeDefined()
  expect(fakeApi.asked(proposing).map(({ body }) => body)).toEqual([
    { after: sampleOrderToSchedule.proposals?.sentAt ?? null, slots: slots.slice(0, 3) },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('A-70 when the client has answered meanwhile, the practice reads that no mail went, and sees the list', async () => {
  stubAdminAgenda({ toSchedule: [sampleOrderToSchedule] })
  fakeApi.answer('GET /slots', {
    durationMinutes: 30,
    bookable: { from: '2026-11-22', to: '2026-11-29' },
    days: [{ day: '2026-11-25', state: 'free', slots: ['2026-11-25T08:00:00.000Z'] }],
  })
  fakeApi.refuse('POST /consultations/to-schedule/ord_aaaaaaaa/proposals', 'changed-meanwhile')
  const person = openProductPath('/admin/agenda')
  await person.click(await screen.findByRole('button', { name: 'Elegir horas: Noa Vidal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Elegir horas para Noa Vidal' }))
  await person.click(await dialog.findByRole('button', { name: /^9:00/ }))
  await person.click(dialog.getByRole('button', { name: 'Proponer estas horas' }))

  expect(await screen.findByText(/^No se ha enviado ningún correo: ha respondido el cliente/)).toBeDefined()
  expect(screen.queryByText('Horas propuestas')).toBeNull()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('A-70 requests stand in the agenda until somebody confirms them', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true }), busy] })
  openProductPath('/admin/agenda')

  const list = within(await screen.findByRole('list', { name: 'Por confirmar' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByRole('button', { name: 'Confirmar' })).toBeDefined()
})

test('an hour that a client asked for is confirmed with one press', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true, message: 'Mejor por la tarde' })] })
  fakeApi.answer(
    'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status',
    createAdminConsultation({ version: 4 }),
  )
  const person = openProductPath('/admin')
  expect(await screen.findByText('Pendiente de confirmar')).toBeDefined()
  expect(screen.getByText('Mensaje del cliente: Mejor por la tarde')).toBeDefined()

  await person.click(screen.getByRole('button', { name: /^Confirmar ?la hora de Lucía Ferrer Gil$/ }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(
    fakeApi.asked('PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status').map(({ body }) => body),
  ).toEqual([{ status: 'scheduled', version: 3 }])
})

test('an edit that confirms a request without a price asks for it, and takes 0 where nothing is charged', async () => {
  const editing = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'
  stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true, priceCents: null })] })
  fakeApi.answer(editing, createAdminConsultation({ priceCents: 0 }))
  const person = openProductPath('/admin/agenda')
  await person.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))

  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
  expect(await dialog.findByText('Escribe el precio, o 0 si no le cobras nada')).toBeDefined()
  expect(document.activeElement).toBe(dialog.getByLabelText('Precio en euros'))
  expect(fakeApi.asked(editing)).toEqual([])
  await person.type(dialog.getByLabelText('Precio en euros'), '0')
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked(editing).map(({ body }) => body)).toMatchObject([{ priceCents: 0 }])
})

test('an edit of a request says that saving confirms it', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ toConfirm: true })] })
  const person = openProductPath('/admin')

  await chooseRowAction(person, 'Editar')

  expect(within(screen.getByRole('dialog')).getByText(/al guardar queda confirmada/)).toBeDefined()
})

test.each([
  ['En curso', 'in_progress'],
  ['Completada', 'completed'],
  ['Cancelada', 'cancelled'],
  ['No asistió', 'no_show'],
])('A-35 a consultation that has begun becomes %s', async (text, status) => {
  stubAdminAgenda({ coming: [createAdminConsultation({ startsAt: '2026-11-21T08:30:00.000Z' })] })
  const endpoint = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status'
  fakeApi.answer(endpoint, createAdminConsultation({ version: 4 }))
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Estado')
  const dialog = within(screen.getByRole('dialog', { name: 'Estado de la consulta' }))

  await person.selectOptions(dialog.getByRole('combobox'), text)
  await person.click(dialog.getByRole('button', { name: 'Guardar estado' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked(endpoint).map(({ body }) => body)).toEqual([{ status, version: 3 }])
})

test('A-71 of a consultation that was broken off the practice says how many minutes were held', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation({ startsAt: '2026-11-21T08:30:00.000Z' })] })
  const endpoint = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status'
  fakeApi.answer(endpoint, createAdminConsultation({ version: 4 }))
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Estado')
  const dialog = within(screen.getByRole('dialog', { name: 'Estado de la consulta' }))
  await person.selectOptions(dialog.getByRole('combobox'), 'Completada')

  await person.type(dialog.getByLabelText('Se interrumpió: minutos celebrados (opcional)'), '20')
  await person.click(dialog.getByRole('button', { name: 'Guardar estado' }))

  await waitFor(() =>
    expect(fakeApi.asked(endpoint).map(({ body }) => body)).toEqual([
      { status: 'completed', heldMinutes: 20, version: 3 },
    ]),
  )
})

test('a consultation still to come is not offered as held or missed', async () => {
  stubAdminAgenda({ coming: [busy] })
  const person = openProductPath('/admin')

  await chooseRowAction(person, 'Estado')

  const statuses = within(screen.getByRole('dialog')).getAllByRole('option')
  expect(statuses.map(({ textContent }) => textContent)).toEqual(['Programada', 'En curso', 'Cancelada'])
})

test('a status that somebody else changed first is told, and the list is looked at again', async () => {
  stubAdminAgenda({ coming: [busy] })
  fakeApi.refuse('PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status', 'changed-meanwhile')
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Estado')
  const before = fakeApi.asked('GET /consultations/coming').length

  await person.selectOptions(within(screen.getByRole('dialog')).getByRole('combobox'), 'Cancelada')
  await person.click(screen.getByRole('button', { name: 'Guardar estado' }))

  expect(await screen.findByText('No se pudo actualizar la consulta')).toBeDefined()
  expect(screen.getByText(/^Estos datos han cambiado/)).toBeDefined()
  await waitFor(() => expect(fakeApi.asked('GET /consultations/coming').length).toBeGreaterThan(before))
})

test('ADM-22 CON-04 CON-07 UIX-04 a consultation is deleted only after a yes', async () => {
  stubAdminAgenda({ coming: [busy] })
  const endpoint = 'DELETE /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'
  fakeApi.answer(endpoint, { removed: true })
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Eliminar')
  const dialog = screen.getByRole('dialog', { name: '¿Estás seguro de que quieres eliminar esta consulta?' })
  expect(fakeApi.asked(endpoint)).toEqual([])

  await person.click(within(dialog).getByRole('button', { name: 'Eliminar consulta' }))

  expect(await screen.findByText('Consulta eliminada')).toBeDefined()
})

test('ADM-24 a deletion that fails says why', async () => {
  stubAdminAgenda({ coming: [busy] })
  fakeApi.unreachable('DELETE /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa')
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Eliminar')

  await person.click(screen.getByRole('button', { name: 'Eliminar consulta' }))

  expect(await screen.findByText('No se pudo eliminar la consulta')).toBeDefined()
  expect(screen.getByText(/^No hay conexión con el servidor/)).toBeDefined()
})

import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, sampleOrderToSchedule, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

/** A Tuesday, 10:12 in Madrid. */
beforeEach(() => vi.setSystemTime('2026-11-24T09:12:00.000Z'))

const rosa = createAdminConsultation({
  consultationId: 'con_rosa0000',
  customerName: 'Rosa Delgado',
  startsAt: '2026-11-26T08:30:00.000Z',
})
const nuria = createAdminConsultation({
  consultationId: 'con_nuria000',
  customerName: 'Nuria Castells',
  startsAt: '2026-11-26T11:00:00.000Z',
  toConfirm: true,
})
const EDIT_ROSA = 'PUT /customers/cus_aaaaaaaa/consultations/con_rosa0000'

type Setup = Parameters<typeof stubAdminAgenda>[0]

function openAgenda(setup: Setup = {}, path = '/admin/agenda') {
  stubAdminAgenda(setup)
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
  return openProductPath(path)
}

const week = async () => within(await screen.findByRole('group', { name: 'Semana por horas' }))
const slot = async (name: string) => (await week()).findByRole('button', { name })
const block = async (name: RegExp) => (await week()).findByRole('button', { name })

const at = () => document.activeElement?.getAttribute('aria-label')

const pressOnFocused = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

describe('the week by hours', () => {
  test('is reached from the panel, begins on Monday, and only its seven days are read', async () => {
    const person = openAgenda({ month: [rosa] }, '/admin')
    await person.click(await screen.findByRole('link', { name: 'Ver el día o la semana' }))

    const days = (await week()).getAllByRole('group').map((day) => day.getAttribute('aria-label'))

    expect(days).toEqual([
      'lunes, 23 de noviembre',
      'martes, 24 de noviembre',
      'miércoles, 25 de noviembre',
      'jueves, 26 de noviembre',
      'viernes, 27 de noviembre',
      'sábado, 28 de noviembre',
      'domingo, 29 de noviembre',
    ])
    const itsSevenDays = { from: '2026-11-22T23:00:00.000Z', to: '2026-11-29T23:00:00.000Z' }
    await waitFor(() => expect(fakeApi.asked('GET /consultations').at(-1)?.query).toEqual(itsSevenDays))
  })

  test.each([
    ['scheduled', {}, 'Seguimiento'],
    ['request', { toConfirm: true }, 'Petición'],
    ['cancelled', { status: 'cancelled' }, 'Cancelada'],
    ['running', { startsAt: '2026-11-24T09:00:00.000Z' }, 'En curso'],
    ['unclosed', { startsAt: '2026-11-23T16:00:00.000Z' }, 'Sin cerrar'],
    ['closed', { startsAt: '2026-11-23T16:00:00.000Z', status: 'completed' }, 'Completada'],
    ['closed', { startsAt: '2026-11-23T16:00:00.000Z', status: 'no_show' }, 'No asistió'],
  ] as const)('shows what is %s as such, in words too', async (state, changes, text) => {
    openAgenda({ month: [{ ...rosa, ...changes }] })

    const shown = await block(/^Rosa Delgado /)

    expect(shown.className).toContain(`week-block-${state}`)
    expect(shown.getAttribute('aria-label')).toContain(` · ${text}, `)
  })

  test('an hour that a visitor keeps while paying is not free, and has its end and no name', async () => {
    openAgenda()
    const hold = { startsAt: '2026-11-25T15:00:00.000Z', durationMinutes: 30, heldUntil: '2026-11-24T09:31:00.000Z' }
    fakeApi.answer('GET /consultations/holds', { items: [hold] })

    expect((await (await week()).findByText('10:31')).textContent).toBe('Retenido sin confirmar, hasta las 10:31')
    expect((await week()).queryByRole('button', { name: /^miércoles, 25 de noviembre, 16:00 h/ })).toBeNull()
    expect(fakeApi.asked('GET /consultations/holds')[0]?.query).toEqual({
      from: '2026-11-22T23:00:00.000Z',
      to: '2026-11-29T23:00:00.000Z',
    })
  })

  test('the list of a day shows the holds of that day and of no other', async () => {
    openAgenda({}, '/admin/agenda?day=2026-11-26')
    const hold = { durationMinutes: 30, heldUntil: '2026-11-24T09:31:00.000Z' }
    const starts = ['2026-11-25T15:00:00.000Z', '2026-11-26T16:00:00.000Z']
    fakeApi.answer('GET /consultations/holds', { items: starts.map((startsAt) => ({ ...hold, startsAt })) })

    const list = within(await screen.findByRole('list', { name: 'Agenda del jueves, 26 de noviembre' }))
    const held = await list.findAllByText(/^Retenido sin confirmar/)

    expect(held.map((each) => each.closest('li')?.textContent)).toEqual([
      '17:00 Retenido sin confirmar, hasta las 10:31',
    ])
  })

  test('the arrows walk by days and half hours, over consultations and into the next week', async () => {
    const person = openAgenda({ month: [rosa] })
    const press = (key: string) => person.keyboard(`{${key}}`)
    ;(await slot('miércoles, 25 de noviembre, 09:00 h, libre')).focus()

    await press('ArrowDown')
    expect(at()).toBe('miércoles, 25 de noviembre, 09:30 h, libre')
    await press('ArrowRight')
    expect(at()).toBe('Rosa Delgado 9:30 · Seguimiento, jueves, 26 de noviembre, 60 min')
    await press('ArrowDown')
    expect(at()).toBe('jueves, 26 de noviembre, 10:30 h, libre')
    for (let days = 0; days < 4; days += 1) await press('ArrowRight')

    await waitFor(() => expect(at()).toBe('lunes, 30 de noviembre, 10:30 h, libre'))
    expect(window.location.search).toContain('day=2026-11-30')
  })

  test('Home and End go to the ends of the week or of a day, and the page keys by weeks', async () => {
    const person = openAgenda({ month: [rosa] })
    const press = (key: string) => person.keyboard(`{${key}}`)
    ;(await slot('miércoles, 25 de noviembre, 09:00 h, libre')).focus()

    await press('End')
    expect(at()).toMatch(/^domingo, 29 de noviembre, 09:00 h/)
    await press('Home')
    expect(at()).toMatch(/^lunes, 23 de noviembre, 09:00 h/)
    await press('PageDown')
    await waitFor(() => expect(at()).toBe('lunes, 30 de noviembre, 09:00 h, libre'))
    await press('PageUp')
    await waitFor(() => expect(at()).toMatch(/^lunes, 23 de noviembre, 09:00 h/))
  })

  test('D, S, M and T change view and day while the focus is in the agenda', async () => {
    const person = openAgenda({}, '/admin/agenda?day=2026-12-03')
    ;(await slot('miércoles, 2 de diciembre, 09:00 h, libre')).focus()

    await person.keyboard('t')
    await slot('miércoles, 25 de noviembre, 09:00 h, libre')
    screen.getByRole('button', { name: 'Semana' }).focus()
    await person.keyboard('d')
    expect(await screen.findByRole('group', { name: 'Día por horas' })).toBeDefined()
    await person.keyboard('m')

    expect(await screen.findByRole('grid', { name: 'noviembre de 2026' })).toBeDefined()
  })

  test('the month is that of the day, and back in the week its days are those of the month', async () => {
    const person = openAgenda({}, '/admin/agenda?day=2026-12-03')
    await person.click(await screen.findByRole('button', { name: 'Mes' }))

    expect(await screen.findByRole('grid', { name: 'diciembre de 2026' })).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Mes siguiente' }))
    await screen.findByRole('grid', { name: 'enero de 2027' })
    await person.click(screen.getByRole('button', { name: 'Semana' }))

    expect(await slot('lunes, 28 de diciembre, 09:00 h, libre')).toBeDefined()
  })
})

describe('a free hour', () => {
  const booked = { customerId: 'cus_bbbbbbbb', startsAt: '2026-11-27T10:00:00.000Z' }

  test('is booked with one press more: client and type are those of the one paid order', async () => {
    const person = openAgenda({ toSchedule: [sampleOrderToSchedule] })
    fakeApi.answer('POST /consultations', createAdminConsultation())
    await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
    expect(dialog.getByText('viernes, 27 de noviembre, 11:00 h')).toBeDefined()
    expect(dialog.getByText(/^Pagado el 18 de noviembre de 2026/)).toBeDefined()

    await person.click(dialog.getByRole('button', { name: 'Programar consulta' }))

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked('POST /consultations').map(({ body }) => body)).toMatchObject([
      { ...booked, type: 'primera_consulta', durationMinutes: 30, orderId: 'ord_aaaaaaaa' },
    ])
  })

  test('is booked for somebody else, without the order', async () => {
    const person = openAgenda({ toSchedule: [sampleOrderToSchedule] })
    fakeApi.answer('POST /consultations', createAdminConsultation())
    await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))
    const dialog = within(await screen.findByRole('dialog'))

    await person.selectOptions(dialog.getByLabelText('Pendiente de agendar'), 'Otro cliente')
    await person.type(dialog.getByRole('combobox', { name: 'Cliente' }), 'luc')
    await person.click(await dialog.findByRole('option', { name: /Lucía Ferrer Gil/ }))
    await person.click(dialog.getByRole('button', { name: 'Programar consulta' }))

    await screen.findByText('Consulta programada')
    const sent = fakeApi.asked('POST /consultations')[0]?.body
    expect(sent).toMatchObject({ ...booked, customerId: 'cus_aaaaaaaa', type: 'general', durationMinutes: 60 })
    expect(sent).not.toHaveProperty('orderId')
  })

  test('asks who it is for where nobody waits, and unfolds the rest', async () => {
    const person = openAgenda()
    await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('Fecha')).toBeNull()

    await person.click(dialog.getByRole('button', { name: 'Más detalles' }))

    expect(dialog.getByRole('combobox', { name: 'Cliente' })).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Fecha').value).toBe('2026-11-27')
    expect(dialog.getByLabelText<HTMLInputElement>('Hora').value).toBe('11:00')
  })

  test('that has passed is not offered', async () => {
    const person = openAgenda()

    await person.click(await slot('lunes, 23 de noviembre, 11:00 h, ya ha pasado'))

    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('moving', () => {
  test('goes by keys: M, arrows, Intro; and "Deshacer" moves it back with the version that was saved', async () => {
    const person = openAgenda({ month: [rosa] })
    fakeApi.answer(EDIT_ROSA, { ...rosa, startsAt: '2026-11-27T09:00:00.000Z', version: 4 })
    ;(await block(/^Rosa Delgado /)).focus()

    await person.keyboard('m{ArrowRight}{ArrowDown}')
    expect(screen.getByText(/Rosa Delgado: viernes, 27 de noviembre, 10:00 h/)).toBeDefined()
    expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
    await person.keyboard('{Enter}')
    await screen.findByText('Consulta actualizada')
    await person.click(screen.getByRole('button', { name: 'Deshacer' }))

    await waitFor(() =>
      expect(fakeApi.asked(EDIT_ROSA).map(({ body }) => body)).toMatchObject([
        {
          startsAt: '2026-11-27T09:00:00.000Z',
          durationMinutes: 60,
          type: 'seguimiento',
          notes: 'Trae analítica',
          version: 3,
        },
        { startsAt: '2026-11-26T08:30:00.000Z', version: 4 },
      ]),
    )
  })

  test('twice in a row is saved in order, each with the version of the one before, and no late list moves it back', async () => {
    const person = openAgenda({ month: [rosa] })
    let version = 3
    fakeApi.answer(EDIT_ROSA, (body) => ({ ...rosa, startsAt: body.startsAt, version: (version += 1) }))
    ;(await block(/^Rosa Delgado /)).focus()

    await person.keyboard('m{ArrowRight}{Enter}m{ArrowRight}{Enter}')

    await waitFor(() =>
      expect(fakeApi.asked(EDIT_ROSA).map(({ body }) => body)).toMatchObject([
        { startsAt: '2026-11-27T08:30:00.000Z', version: 3 },
        { startsAt: '2026-11-28T08:30:00.000Z', version: 4 },
      ]),
    )
    await waitFor(() => expect(fakeApi.asked('GET /consultations').length).toBeGreaterThan(1))
    expect(await block(/^Rosa Delgado .*, sábado, 28 de noviembre/)).toBeDefined()
  })

  test('ends where it began with Escape, and changes nothing', async () => {
    const person = openAgenda({ month: [rosa] })
    ;(await block(/^Rosa Delgado /)).focus()

    await person.keyboard('m{ArrowRight}{Escape}{Enter}')

    expect(await screen.findByRole('dialog', { name: 'Consulta' })).toBeDefined()
    expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
  })

  test('goes without dragging or keys: a free hour is pressed', async () => {
    const person = openAgenda({ month: [rosa] })
    fakeApi.answer(EDIT_ROSA, { ...rosa, version: 4 })
    await person.click(await block(/^Rosa Delgado /))
    await person.click(screen.getByRole('button', { name: 'Mover en la agenda' }))

    await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))

    await screen.findByText('Consulta actualizada')
    expect(fakeApi.asked(EDIT_ROSA)[0]?.body).toMatchObject({ startsAt: '2026-11-27T10:00:00.000Z' })
  })

  test('onto somebody else is refused with their name and hours', async () => {
    const person = openAgenda({ month: [rosa, { ...nuria, toConfirm: false }] })
    fakeApi.refuse(EDIT_ROSA, 'slot-taken')
    ;(await block(/^Rosa Delgado /)).focus()

    await person.keyboard('m')
    for (let steps = 0; steps < 4; steps += 1) pressOnFocused('ArrowDown')
    pressOnFocused('Enter')

    expect(await screen.findByText('A esa hora está Nuria Castells, de 12:00 a 13:00.')).toBeDefined()
    expect(screen.getByText('No se pudo actualizar la consulta')).toBeDefined()
  })

  test('into the hour that the change of the clocks leaves out is refused with a sentence', async () => {
    vi.setSystemTime('2027-03-23T09:12:00.000Z')
    const person = openAgenda(
      { month: [{ ...rosa, startsAt: '2027-03-28T01:30:00.000Z' }] },
      '/admin/agenda?day=2027-03-28',
    )
    ;(await block(/^Rosa Delgado /)).focus()

    await person.keyboard('m{ArrowUp}{ArrowUp}')
    expect(screen.getByText(/Rosa Delgado: domingo, 28 de marzo, 02:30 h/)).toBeDefined()
    await person.keyboard('{Enter}')

    expect(await screen.findByText(/los relojes pasan de las 2:00 a las 3:00/)).toBeDefined()
    expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
  })

  test('of a request says that it confirms it, waits for a yes, and moved back says that it stays confirmed', async () => {
    const endpoint = 'PUT /customers/cus_aaaaaaaa/consultations/con_nuria000'
    const person = openAgenda({ month: [nuria] })
    fakeApi.answer(endpoint, { ...nuria, toConfirm: false, version: 4 })
    ;(await block(/^Nuria Castells /)).focus()

    await person.keyboard('m{ArrowRight}{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: '¿Mover y confirmar la petición?' }))
    expect(fakeApi.asked(endpoint)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Mover y confirmar' }))

    await screen.findByText('Consulta actualizada')
    expect(fakeApi.asked(endpoint)[0]?.body).toMatchObject({ startsAt: '2026-11-27T11:00:00.000Z' })
    await person.click(screen.getByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText(/Sigue confirmada\.$/)).toBeDefined()
  })
})

describe('the next consultation', () => {
  test('some weeks on is offered on the same weekday at the same hour', async () => {
    const person = openAgenda({ month: [rosa] })
    await person.click(await block(/^Rosa Delgado /))

    await person.click(screen.getByRole('button', { name: 'en 2 semanas' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
    expect(dialog.getByText('jueves, 10 de diciembre, 09:30 h')).toBeDefined()
    expect(dialog.getByText('Rosa Delgado')).toBeDefined()
    expect(dialog.getByLabelText<HTMLSelectElement>('Tipo').value).toBe('seguimiento')
  })

  test('is the nearest free hour where somebody else has that one, and says who', async () => {
    const other = { ...nuria, startsAt: '2026-12-10T08:30:00.000Z', toConfirm: false }
    const person = openAgenda({ month: [rosa, other] })
    await person.click(await block(/^Rosa Delgado /))

    await person.click(screen.getByRole('button', { name: 'en 2 semanas' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
    expect(dialog.getByText(/está Nuria Castells, de 9:30 a 10:30/)).toBeDefined()
    expect(dialog.getByText('jueves, 10 de diciembre, 11:00 h')).toBeDefined()
  })
})

describe('a day as a list, for phones', () => {
  test('has its consultations, and the gaps between them as rows that can be pressed', async () => {
    const person = openAgenda({ month: [rosa, nuria] }, '/admin/agenda?view=day&day=2026-11-26')
    const list = within(await screen.findByRole('list', { name: 'Agenda del jueves, 26 de noviembre' }))
    await list.findByText('Rosa Delgado')

    const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent)

    expect(rows).toEqual([
      '09:00Libre 30 min',
      '09:30Rosa DelgadoSeguimiento, 1 h',
      '10:30Libre 1 h 30 min',
      '12:00Nuria CastellsSeguimiento, 1 h · Petición',
      '13:00Libre 1 h',
      '14:00Cerrado hasta las 16:00',
      '16:00Libre 3 h',
    ])
    await person.click(list.getByRole('button', { name: '10:30 h, libre 1 h 30 min: programar' }))
    expect(within(await screen.findByRole('dialog')).getByText('jueves, 26 de noviembre, 10:30 h')).toBeDefined()
  })

  test('has a strip of the week that says how much each day holds', async () => {
    const person = openAgenda({ month: [rosa, nuria] }, '/admin/agenda?view=day&day=2026-11-24')
    const strip = within(await screen.findByRole('group', { name: 'Semana' }))

    await person.click(await strip.findByRole('button', { name: 'J 26, jueves, 26 de noviembre, 2 consultas' }))

    expect(await screen.findByRole('list', { name: 'Agenda del jueves, 26 de noviembre' })).toBeDefined()
  })
})

describe('what has begun', () => {
  const running = createAdminConsultation({ startsAt: '2026-11-24T09:00:00.000Z' })
  const early = {
    ...running,
    consultationId: 'con_early000',
    customerName: 'Elisa Navarro',
    startsAt: '2026-11-24T08:00:00.000Z',
    durationMinutes: 30,
  }
  const yesterday = {
    ...running,
    consultationId: 'con_before00',
    customerName: 'Javier Ortega',
    startsAt: '2026-11-23T16:00:00.000Z',
  }

  test('stands first under "Hoy" above the coming ones, and stays until it is closed', async () => {
    fakeApi.answer('GET /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/room', {
      state: 'open',
      startsAt: running.startsAt,
      durationMinutes: 60,
      opensAt: '2026-11-24T08:45:00.000Z',
      roomUrl: 'https://sala.example/1',
    })
    openAgenda({ month: [early, running, rosa], coming: [rosa] }, '/admin')

    const today = within(await screen.findByRole('region', { name: 'Hoy' }))

    expect((await today.findByRole('link', { name: /^Entrar/ })).getAttribute('href')).toBe('https://sala.example/1')
    expect(today.getByRole('link', { name: /^Abrir ficha ?de Lucía Ferrer Gil/ }).getAttribute('href')).toBe(
      '/client/cus_aaaaaaaa',
    )
    expect(today.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^10:00Lucía Ferrer GilSeguimiento, 1 h · En curso, quedan 48 min/),
      expect.stringMatching(/^9:00Elisa NavarroSeguimiento, 30 min · Sin cerrar¿Cómo fue\?Completada$/),
    ])
  })

  test('is followed by who comes within the hour, then by what is to be closed and what comes later', async () => {
    const of = (consultationId: string, customerName: string, startsAt: string) =>
      Object.assign({ ...early }, { consultationId, customerName, startsAt })
    const first = of('con_first000', 'Hugo Vidal', '2026-11-24T07:00:00.000Z')
    const done = { ...of('con_done0000', 'Ana Ruiz', '2026-11-24T06:00:00.000Z'), status: 'completed' as const }
    const soon = { ...of('con_soon0000', 'Irene Pardo', '2026-11-24T09:41:00.000Z'), status: 'scheduled' as const }
    const later = { ...of('con_later000', 'Óscar Mena', '2026-11-24T15:00:00.000Z'), status: 'scheduled' as const }
    openAgenda({ month: [done, first, early, running, soon, later], coming: [soon, later] }, '/admin')

    const rows = await within(await screen.findByRole('region', { name: 'Hoy' })).findAllByRole('listitem')

    expect(rows.map(({ textContent }) => /^\d+:\d+/.exec(textContent ?? '')?.[0])).toEqual([
      '10:00',
      '10:41',
      '8:00',
      '9:00',
      '16:00',
      '7:00',
    ])
  })

  test('asks the next day how it went, says what an absence means, and takes back what was a mistake', async () => {
    const endpoint = 'PUT /customers/cus_aaaaaaaa/consultations/con_before00/status'
    const paid = { ...yesterday, isPaid: true }
    stubAdminAgenda({ coming: [rosa] })
    fakeApi.answer('GET /consultations/to-close', { items: [paid], next: null })
    fakeApi.answer(endpoint, { ...yesterday, status: 'no_show', version: 4 })
    const openingHours = { ...defaultOpeningHours, noShowRule: 'another-hour' } as const
    fakeApi.answer('GET /opening-hours', { openingHours, version: 0, items: [] })
    fakeApi.answer('GET /customers/cus_aaaaaaaa/payments', { items: [], next: null })
    const person = openProductPath('/admin/agenda')
    const part = within(await screen.findByRole('region', { name: 'Por cerrar' }))
    expect(part.getByText('Seguimiento, lunes, 23 de noviembre a las 17:00 h')).toBeDefined()
    expect(fakeApi.asked('GET /consultations/to-close')[0]?.query).toEqual({ before: '2026-11-23T23:00:00.000Z' })

    await person.click(part.getByRole('button', { name: 'No asistió' }))
    const dialog = within(await screen.findByRole('dialog', { name: '¿No asistió a la consulta?' }))
    expect(
      dialog.getByText(/Si pagó antes de la hora, dentro de los 14 días desde el pago puede desistir/),
    ).toBeDefined()
    expect(await dialog.findByText(/La de ahora: te damos otra hora con el mismo pago/)).toBeDefined()
    expect(fakeApi.asked(endpoint)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Sí, no asistió' }))

    expect(await screen.findByText('Consulta actualizada')).toBeDefined()
    expect(fakeApi.asked(endpoint).map(({ body }) => body)).toEqual([{ status: 'no_show', version: 3 }])
    fakeApi.answer(endpoint, { ...yesterday, version: 5 })
    await person.click(screen.getByRole('button', { name: 'Deshacer' }))

    expect(await screen.findByText('Deshecho: la consulta vuelve a estar sin cerrar')).toBeDefined()
    expect(fakeApi.asked(endpoint)[1]?.body).toEqual({ status: yesterday.status, undoes: true, version: 4 })
  })
})

test('an administrador who opens the link of a client’s call comes to the day in the agenda, where the practice joins', async () => {
  openAgenda({ month: [rosa] }, '/unirse/con_aaaaaaaa')

  expect(await screen.findByRole('button', { name: 'Día', pressed: true })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Agenda' })).toBeDefined()
})

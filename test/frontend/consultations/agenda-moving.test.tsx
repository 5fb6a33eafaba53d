import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

/** A Tuesday, 10:12 in Madrid. */
beforeEach(() => vi.setSystemTime('2026-11-24T09:12:00.000Z'))

const rosa = createAdminConsultation({
  consultationId: 'con_rosa0000',
  customerName: 'Rosa Delgado',
  startsAt: '2026-11-26T08:30:00.000Z',
})
const EDIT_ROSA = 'PUT /customers/cus_aaaaaaaa/consultations/con_rosa0000'

function openAgenda() {
  stubAdminAgenda({ month: [rosa] })
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
  return openProductPath('/admin/agenda')
}

const week = async () => within(await screen.findByRole('group', { name: 'Semana por horas' }))
const slot = async (name: string) => (await week()).findByRole('button', { name })
const rosaBlock = async () => (await week()).findByRole('button', { name: /^Rosa Delgado / })

const pressed = { button: 0, buttons: 1, pointerType: 'mouse', pointerId: 1 }

test('a pointer that passes over a consultation with no button pressed does not move it, whatever it was before', async () => {
  const person = openAgenda()
  const block = await rosaBlock()
  fireEvent.pointerDown(block, { ...pressed, clientX: 10, clientY: 10 })

  // Released where the page gets no event, as outside the window.
  fireEvent.pointerMove(block, { ...pressed, buttons: 0, clientX: 10, clientY: 120 })
  await person.click(await slot('viernes, 27 de noviembre, 11:00 h, libre'))

  expect(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' })).toBeDefined()
  expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
})

test('a drag whose end the page is not told of is given up', async () => {
  openAgenda()
  const block = await rosaBlock()
  fireEvent.pointerDown(block, { ...pressed, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(block, { ...pressed, clientX: 10, clientY: 64 })
  expect(screen.getByText(/Rosa Delgado: jueves, 26 de noviembre, 10:30 h/)).toBeDefined()

  fireEvent.pointerMove(block, { ...pressed, buttons: 0, clientX: 10, clientY: 120 })

  expect(screen.queryByText(/^Rosa Delgado: /)).toBeNull()
  expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
})

test('a drag from the edge of a consultation is followed from the press on', async () => {
  openAgenda()
  const block = await rosaBlock()
  const capture = vi.spyOn(block, 'setPointerCapture')

  fireEvent.pointerDown(block, { ...pressed, clientX: 10, clientY: 10 })

  expect(capture).toHaveBeenCalledExactlyOnceWith(1)
})

test('a moved consultation has the focus until it is saved, and does not take it back later', async () => {
  const person = openAgenda()
  const moved = { ...rosa, startsAt: '2026-11-26T09:00:00.000Z', version: 4 }
  fakeApi.answer(EDIT_ROSA, moved)
  ;(await rosaBlock()).focus()
  await person.keyboard('m{ArrowDown}{Enter}')
  await screen.findByText('Consulta actualizada')
  expect(document.activeElement).toBe(await rosaBlock())

  // Nothing has the focus, as after a press outside.
  ;(document.activeElement as HTMLElement).blur()
  fireEvent.pointerDown(await rosaBlock(), { ...pressed, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(await rosaBlock(), { ...pressed, clientX: 10, clientY: 64 })
  await screen.findByText(/^Rosa Delgado: /)

  expect(document.activeElement).toBe(document.body)
})

test('a request that is moved to another day has the focus there once that is confirmed', async () => {
  const request = { ...rosa, toConfirm: true }
  const person = openAgenda()
  stubAdminAgenda({ month: [request] })
  const moved = { ...rosa, startsAt: '2026-11-27T08:30:00.000Z', version: 4 }
  fakeApi.answer(EDIT_ROSA, () => {
    stubAdminAgenda({ month: [moved] })
    return moved
  })
  ;(await rosaBlock()).focus()

  await person.keyboard('m{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Mover y confirmar la petición?' }))
  await person.click(dialog.getByRole('button', { name: 'Mover y confirmar' }))
  await screen.findByText('Consulta actualizada')

  await waitFor(async () => expect(document.activeElement).toBe(await rosaBlock()))
})

test('moving a request whose price the client does not know asks for it, and sends it with the new hour', async () => {
  const person = openAgenda()
  stubAdminAgenda({ month: [{ ...rosa, toConfirm: true, priceCents: null }] })
  const moved = {
    ...rosa,
    startsAt: '2026-11-27T08:30:00.000Z',
    priceCents: null,
    proposedPriceCents: 6000,
    version: 4,
  }
  fakeApi.answer(EDIT_ROSA, () => {
    stubAdminAgenda({ month: [moved] })
    return moved
  })
  ;(await rosaBlock()).focus()
  await person.keyboard('m{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar la hora' }))
  expect(dialog.getByText(/viernes, 27 de noviembre, 9:30 h/)).toBeDefined()
  expect(dialog.getByText(/^La pidió para el jueves, 26 de noviembre.* a las 9:30 h\./)).toBeDefined()

  await person.click(dialog.getByRole('button', { name: 'Confirmar hora' }))
  expect(dialog.getByText('Escribe el precio, o 0 si no le cobras nada')).toBeDefined()
  expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
  await person.type(dialog.getByLabelText('Precio en euros'), '60')
  await person.click(dialog.getByRole('button', { name: 'Confirmar hora' }))

  expect(await screen.findByText('Hora confirmada')).toBeDefined()
  expect(fakeApi.asked(EDIT_ROSA).map(({ body }) => body)).toMatchObject([
    { startsAt: '2026-11-27T08:30:00.000Z', priceCents: 6000, version: 3 },
  ])
})

test('a request that is moved once its price is entered has the focus on its new day', async () => {
  const person = openAgenda()
  stubAdminAgenda({ month: [{ ...rosa, toConfirm: true, priceCents: null }] })
  const moved = {
    ...rosa,
    startsAt: '2026-11-27T08:30:00.000Z',
    priceCents: null,
    proposedPriceCents: 6000,
    version: 4,
  }
  fakeApi.answer(EDIT_ROSA, () => {
    stubAdminAgenda({ month: [moved] })
    return moved
  })
  ;(await rosaBlock()).focus()
  await person.keyboard('m{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirmar la hora' }))
  await person.type(dialog.getByLabelText('Precio en euros'), '60{Enter}')
  await screen.findByText('Hora confirmada')

  await waitFor(async () => expect((await rosaBlock()).textContent).toContain('9:30'))
  await (await week()).findByRole('button', { name: /^Rosa Delgado .*viernes, 27 de noviembre/ })
  await waitFor(async () => expect(document.activeElement).toBe(await rosaBlock()))
})

test('moving a request whose price is known asks for none, and sends that price with the new hour', async () => {
  const person = openAgenda()
  stubAdminAgenda({ month: [{ ...rosa, toConfirm: true }] })
  fakeApi.answer(EDIT_ROSA, { ...rosa, startsAt: '2026-11-27T08:30:00.000Z', version: 4 })
  ;(await rosaBlock()).focus()

  await person.keyboard('m{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: '¿Mover y confirmar la petición?' }))
  expect(dialog.queryByLabelText('Precio en euros')).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Mover y confirmar' }))

  await screen.findByText('Consulta actualizada')
  expect(fakeApi.asked(EDIT_ROSA).map(({ body }) => body)).toMatchObject([
    { startsAt: '2026-11-27T08:30:00.000Z', priceCents: 6050, version: 3 },
  ])
})

test.each([
  ['known', 6050],
  ['not known', null],
])(
  'a request whose price is %s is not moved to an hour that the clocks skip: no dialog asks about it',
  async (_, priceCents) => {
    vi.setSystemTime('2027-03-23T09:12:00.000Z')
    stubAdminAgenda({ month: [{ ...rosa, startsAt: '2027-03-28T00:30:00.000Z', toConfirm: true, priceCents }] })
    const openingHours = {
      ...defaultOpeningHours,
      extraOpenings: [{ day: '2027-03-28', opensAt: '00:00', closesAt: '05:00' }],
    }
    fakeApi.answer('GET /opening-hours', { openingHours, version: 0, items: [] })
    const person = openProductPath('/admin/agenda?day=2027-03-28')
    ;(await rosaBlock()).focus()

    await person.keyboard('m{ArrowDown}{Enter}')

    expect(await screen.findByText('No se pudo actualizar la consulta')).toBeDefined()
    expect(screen.getByText(/esa hora no existe/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi.asked(EDIT_ROSA)).toEqual([])
  },
)

test('by keys a consultation is not moved beyond the end of the day: it still ends at closing time', async () => {
  const person = openAgenda()
  fakeApi.answer(EDIT_ROSA, { ...rosa, version: 4 })
  ;(await rosaBlock()).focus()

  await person.keyboard(`m${'{ArrowDown}'.repeat(30)}{Enter}`)

  await waitFor(() => expect(fakeApi.asked(EDIT_ROSA)).toHaveLength(1))
  expect(fakeApi.asked(EDIT_ROSA)[0]?.body).toMatchObject({ startsAt: '2026-11-26T18:00:00.000Z', durationMinutes: 60 })
})

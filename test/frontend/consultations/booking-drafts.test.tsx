import { cleanup, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderToSchedule } from '#contract/consultation'
import { defaultOpeningHours } from '#contract/opening-hours'
import { createAdminConsultation, sampleOrderToSchedule, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

/** A Tuesday, 10:12 in Madrid. */
beforeEach(() => vi.setSystemTime('2026-11-24T09:12:00.000Z'))

const noa = sampleOrderToSchedule
const teo: OrderToSchedule = { ...noa, orderId: 'ord_bbbbbbbb', customerId: 'cus_cccccccc', customerName: 'Teo Marín' }
const booking = 'POST /consultations'
const waiting = 'GET /consultations/to-schedule'

async function openHour(toSchedule: readonly OrderToSchedule[]) {
  stubAdminAgenda({ toSchedule })
  fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
  fakeApi.answer(booking, createAdminConsultation())
  const person = openProductPath('/admin/agenda')
  const week = within(await screen.findByRole('group', { name: 'Semana por horas' }))
  await person.click(await week.findByRole('button', { name: 'viernes, 27 de noviembre, 11:00 h, libre' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  return { person, dialog }
}
type Opened = Awaited<ReturnType<typeof openHour>>

async function reopenHour(toSchedule: readonly OrderToSchedule[]): Promise<Opened> {
  cleanup()
  const opened = await openHour(toSchedule)
  await opened.dialog.findByText(/^Hemos recuperado/)
  return opened
}

const choiceIn = ({ dialog }: Opened) => dialog.getByLabelText<HTMLSelectElement>('Pendiente de agendar')

const chooseIn = (opened: Opened, text: string) => opened.person.selectOptions(choiceIn(opened), text)

async function findLucia({ person, dialog }: Opened) {
  await person.type(dialog.getByRole('combobox', { name: 'Cliente' }), 'luc')
  await person.click(await dialog.findByRole('option', { name: /Lucía Ferrer Gil/ }))
}

async function typeNotes({ person, dialog }: Opened) {
  await person.click(dialog.getByRole('button', { name: 'Más detalles' }))
  await person.type(dialog.getByLabelText(/^Notas/), 'Prefiere la tarde')
}

const book = ({ person, dialog }: Opened) => person.click(dialog.getByRole('button', { name: 'Programar consulta' }))

async function bookedAs(opened: Opened) {
  await book(opened)
  await screen.findByText('Consulta programada')
  return fakeApi.asked(booking).at(-1)?.body
}

describe('a booking that was begun in an hour of the agenda, and is opened again after a reload', () => {
  test('for somebody else than the one who waits names that client, and is sent without the order', async () => {
    const before = await openHour([noa])
    await chooseIn(before, 'Otro cliente')
    await findLucia(before)

    const after = await reopenHour([noa])

    expect(choiceIn(after).value).toBe('other')
    expect(after.dialog.getByRole('combobox', { name: 'Cliente' })).toHaveProperty('value', 'Lucía Ferrer Gil')
    expect(after.dialog.queryByText(/Desde entonces han cambiado/)).toBeNull()
    const sent = await bookedAs(after)
    expect(sent).toMatchObject({ customerId: 'cus_aaaaaaaa', type: 'general', priceCents: null })
    expect(sent).not.toHaveProperty('orderId')
  })

  test('for one of several who wait goes with their order', async () => {
    const before = await openHour([noa, teo])
    await chooseIn(before, 'Teo Marín, Primera consulta')

    const after = await reopenHour([noa, teo])

    expect(choiceIn(after).value).toBe(teo.orderId)
    expect(await bookedAs(after)).toMatchObject({ customerId: teo.customerId, orderId: teo.orderId })
  })

  test('for the only one who waits is still for them when only notes were typed', async () => {
    const before = await openHour([noa])
    await typeNotes(before)

    const after = await reopenHour([noa])

    expect(await bookedAs(after)).toMatchObject({ orderId: noa.orderId, notes: 'Prefiere la tarde' })
  })

  test('before anybody waited keeps its client, type and price when somebody waits now', async () => {
    const before = await openHour([])
    await findLucia(before)

    const after = await reopenHour([noa])

    expect(choiceIn(after).value).toBe('other')
    const sent = await bookedAs(after)
    expect(sent).toMatchObject({ customerId: 'cus_aaaaaaaa', type: 'general', priceCents: null })
    expect(sent).not.toHaveProperty('orderId')
  })

  test('for a client who has paid since asks whether it is what was paid', async () => {
    const before = await openHour([])
    await findLucia(before)

    const after = await reopenHour([{ ...noa, customerId: 'cus_aaaaaaaa', customerName: 'Lucía Ferrer Gil' }])

    expect(choiceIn(after).selectedOptions[0]?.text).toBe('Elige para quién: 1 espera hora')
  })

  test('for an order that has its hour by now is for nobody until somebody is chosen', async () => {
    const before = await openHour([noa, teo])
    await chooseIn(before, 'Teo Marín, Primera consulta')
    await typeNotes(before)

    const after = await reopenHour([noa])
    await book(after)
    expect(await after.dialog.findByText('Elige un cliente')).toBeDefined()
    expect(fakeApi.asked(booking)).toEqual([])
    await chooseIn(after, 'Noa Vidal, Primera consulta')

    expect(await bookedAs(after)).toMatchObject({ orderId: noa.orderId, notes: 'Prefiere la tarde' })
  })

  test('begins again with the one who waits once what was recovered is thrown away', async () => {
    const before = await openHour([noa])
    await chooseIn(before, 'Otro cliente')
    const after = await reopenHour([noa])

    await after.person.click(after.dialog.getByRole('button', { name: 'Descartar lo recuperado' }))

    expect(choiceIn(after).value).toBe(noa.orderId)
  })
})

test('a booking whose answer is lost goes with its order when it is sent again, also when the order waits no more', async () => {
  const opened = await openHour([noa, teo])
  await chooseIn(opened, 'Teo Marín, Primera consulta')
  fakeApi.answer(booking, () => {
    stubAdminAgenda({ toSchedule: [noa] })
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const before = fakeApi.asked(waiting).length
  await book(opened)
  await opened.dialog.findByText('No se pudo crear la consulta')
  await waitFor(() => expect(fakeApi.asked(waiting).length).toBeGreaterThan(before))
  fakeApi.answer(booking, createAdminConsultation())

  expect(await bookedAs(opened)).toMatchObject({ orderId: teo.orderId })
})

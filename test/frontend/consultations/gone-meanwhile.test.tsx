import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultOpeningHours } from '#contract/opening-hours'
import { type RefusalCode, refusalStatusCodes } from '#contract/refusals'
import { chooseRowAction, createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const refuse = (code: RefusalCode) => Response.json({ code }, { status: refusalStatusCodes[code] })

const rowGone = async () =>
  waitFor(() => expect(screen.getByText(/No tienes consultas próximas/)).toBeDefined(), { timeout: 3000 })

const goes = (code: RefusalCode) => () => {
  fakeApi.answer('GET /consultations/mine', { items: [], next: null })
  return refuse(code)
}

describe('a client’s consultation that somebody else closes meanwhile', () => {
  beforeEach(() => {
    stubOwnConsultations([createOwnConsultation()])
    fakeApi.answer('GET /slots', { durationMinutes: 60, bookable: { from: '2026-11-22', to: '2027-01-20' }, days: [] })
  })

  test.each([
    ['consultation-closed', 'Esta consulta ya no se puede cambiar.'],
    ['changed-meanwhile', /Estos datos han cambiado mientras tanto/],
  ] as const)('leaves the dialog that moves it open, with why (%s) and what was typed', async (code, text) => {
    fakeApi.answer('PUT /consultations/mine/con_aaaaaaaa', goes(code))
    const person = openProductPath('/client?tab=consultations')
    await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar consulta' }))
    await person.type(dialog.getByLabelText(/¿Qué te gustaría tratar/), 'Mis resultados')

    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
    await rowGone()

    const kept = within(screen.getByRole('dialog', { name: 'Cambiar consulta' }))
    expect(kept.getByText(text)).toBeDefined()
    expect(kept.getByLabelText<HTMLInputElement>(/¿Qué te gustaría tratar/).value).toBe('Mis resultados')
  })

  test('leaves the dialog that gives it up open, with why', async () => {
    fakeApi.answer('DELETE /consultations/mine/con_aaaaaaaa', goes('consultation-closed'))
    const person = openProductPath('/client?tab=consultations')
    await person.click(await screen.findByRole('button', { name: 'Eliminar' }))

    await person.click(screen.getByRole('button', { name: 'Eliminar consulta' }))
    await rowGone()

    const kept = within(screen.getByRole('dialog', { name: /quieres eliminar esta consulta/ }))
    expect(kept.getByText('Esta consulta ya no se puede cambiar.')).toBeDefined()
  })
})

const typeNotes = async (person: ReturnType<typeof openProductPath>) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))
  await person.type(dialog.getByLabelText(/Notas/), ', y ayunas')
  return dialog
}

async function expectKept(rowsGone: () => unknown) {
  await waitFor(rowsGone, { timeout: 3000 })
  const kept = within(screen.getByRole('dialog', { name: 'Editar Consulta' }))
  expect(kept.getByLabelText<HTMLTextAreaElement>(/Notas/).value).toBe('Trae analítica, y ayunas')
  return kept
}

describe('a consultation that the practice edits and that goes from the list meanwhile', () => {
  const editing = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'
  const consultation = createAdminConsultation()
  const listed = 'GET /customers/cus_aaaaaaaa/consultations'

  const goesFromEverywhere = () => {
    stubAdminAgenda()
    fakeApi.answer(listed, { items: [], next: null })
    return refuse('not-found')
  }

  test('stays in its dialog, with what was typed, and can be saved as a new one', async () => {
    stubAdminAgenda({ coming: [consultation] })
    const person = openProductPath('/admin')
    await chooseRowAction(person, 'Editar')
    const dialog = await typeNotes(person)

    fakeApi.answer(editing, goesFromEverywhere)
    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

    const kept = await expectKept(() => expect(screen.getByText('No hay consultas programadas')).toBeDefined())
    expect(kept.getByRole('button', { name: 'Guardar como nueva' })).toBeDefined()
  })

  async function editPaidThatGoes() {
    stubAdminAgenda({ coming: [{ ...consultation, isPaid: true, orderId: 'ord_aaaaaaaa', priceCents: 8000 }] })
    fakeApi.answer('GET /customers/cus_aaaaaaaa/payments', { items: [], next: null })
    const person = openProductPath('/admin')
    await chooseRowAction(person, 'Editar')
    const dialog = await typeNotes(person)
    fakeApi.answer(editing, goesFromEverywhere)
    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))
    return { person, dialog }
  }

  test('saved as a new one redeems what was paid, whose price is not asked for again', async () => {
    fakeApi.answer('POST /consultations', consultation)
    const { person, dialog } = await editPaidThatGoes()

    await person.click(await dialog.findByRole('button', { name: 'Guardar como nueva' }))

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked('POST /consultations').map(({ body }) => body)).toMatchObject([
      { customerId: 'cus_aaaaaaaa', orderId: 'ord_aaaaaaaa', notes: 'Trae analítica, y ayunas' },
    ])
  })

  test('saved as a new one whose payment was given back meanwhile is booked without it by another press', async () => {
    fakeApi.refuse('POST /consultations', 'order-scheduled')
    const { person, dialog } = await editPaidThatGoes()
    await person.click(await dialog.findByRole('button', { name: 'Guardar como nueva' }))
    expect(await dialog.findByText(/^Su pago ya no está disponible/)).toBeDefined()

    fakeApi.answer('POST /consultations', consultation)
    await person.click(dialog.getByRole('button', { name: 'Guardar como nueva' }))

    expect(await screen.findByText('Consulta programada')).toBeDefined()
    expect(fakeApi.asked('POST /consultations').map(({ body }) => 'orderId' in Object(body))).toEqual([true, false])
  })

  test('saved as a new one is shown as paid only until its payment is not available any more', async () => {
    fakeApi.refuse('POST /consultations', 'order-scheduled')
    const { person, dialog } = await editPaidThatGoes()
    const again = await dialog.findByRole('button', { name: 'Guardar como nueva' })
    const price = dialog.getByLabelText<HTMLInputElement>(/^Precio en euros/)
    expect([price.readOnly, dialog.queryAllByText(/Ya está pagada/).length]).toEqual([true, 2])

    await person.click(again)

    await dialog.findByText(/^Su pago ya no está disponible.*se le pide el precio que pongas\.$/)
    expect([price.readOnly, dialog.queryAllByText(/Ya está pagada/).length]).toEqual([false, 0])
  })

  test('stays in its dialog over the agenda, whose dialog of the consultation closes', async () => {
    stubAdminAgenda({ month: [consultation] })
    fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
    const person = openProductPath('/admin/agenda?day=2026-12-01')
    const week = within(await screen.findByRole('group', { name: 'Semana por horas' }))
    await person.click(await week.findByRole('button', { name: /^Lucía Ferrer Gil / }))
    await person.click(within(await screen.findByRole('dialog', { name: 'Consulta' })).getByText('Editar'))
    const dialog = await typeNotes(person)

    fakeApi.answer(editing, goesFromEverywhere)
    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

    await expectKept(() => expect(screen.queryByRole('dialog', { name: 'Consulta' })).toBeNull())
  })

  test('stays in its dialog when it was a request, the last one', async () => {
    const request = { ...consultation, toConfirm: true }
    stubAdminAgenda({ coming: [request] })
    fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
    const person = openProductPath('/admin/agenda?day=2026-12-01')
    const requests = within(await screen.findByRole('region', { name: 'Por confirmar' }))
    await person.click(requests.getByRole('button', { name: 'Editar' }))
    const dialog = await typeNotes(person)

    fakeApi.answer(editing, goesFromEverywhere)
    await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

    await expectKept(() => expect(screen.queryByRole('region', { name: 'Por confirmar' })).toBeNull())
  })
})

describe('a consultation that a colleague closes while somebody says how it went', () => {
  const over = createAdminConsultation({ startsAt: '2026-11-19T16:00:00.000Z' })

  test.each([
    ['No asistió', '¿No asistió a la consulta?', 'Sí, no asistió'],
    ['Se interrumpió', 'Estado de la consulta', 'Guardar estado'],
  ])('stays in its dialog (%s), with why it cannot be closed', async (answer, title, press) => {
    stubAdminAgenda({ month: [] })
    fakeApi.answer('GET /consultations/to-close', { items: [over], next: null })
    fakeApi.answer('GET /opening-hours', { openingHours: defaultOpeningHours, version: 0, items: [] })
    const person = openProductPath('/admin/agenda')
    const part = within(await screen.findByRole('region', { name: 'Por cerrar' }))
    await person.click(part.getByRole('button', { name: answer }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))

    fakeApi.answer('PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status', () => {
      fakeApi.answer('GET /consultations/to-close', { items: [], next: null })
      return refuse('changed-meanwhile')
    })
    await person.click(dialog.getByRole('button', { name: press }))

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Por cerrar' })).toBeNull(), { timeout: 3000 })
    expect(screen.getByRole('dialog', { name: title }).textContent).toContain('Estos datos han cambiado mientras tanto')
  })
})

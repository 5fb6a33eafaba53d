import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type RefusalCode, refusalStatusCodes } from '#contract/refusals'
import { chooseRowAction, createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { BUDGET_ID } from '../../support/budgets.ts'
import { createPathwayInState } from '../../support/care-pathway-samples.ts'
import { sampleBudgetTemplate, stubCustomerBudgets } from '../../support/customer-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnBudget } from '../../support/own-budgets.ts'
import { createOwnConsultation, stubOwnConsultations } from '../../support/own-consultations.ts'
import { openCustomerRecord, stubCustomerRecord } from '../../support/record-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const refuse = (code: RefusalCode) => Response.json({ code }, { status: refusalStatusCodes[code] })

async function comeBack(endpoint: `GET /${string}`): Promise<void> {
  const before = fakeApi.asked(endpoint).length
  vi.setSystemTime(Date.now() + 60_000)
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(fakeApi.asked(endpoint).length).toBeGreaterThan(before))
}

const valueOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

describe('a consultation that the practice moves while its client has it in the form', () => {
  const moving = 'PUT /consultations/mine/con_aaaaaaaa'
  const own = createOwnConsultation()
  const moved = { ...own, startsAt: '2026-12-04T15:30:00.000Z', version: 4 }

  const openForm = async () => {
    stubOwnConsultations([own])
    const person = openProductPath('/client?tab=consultations')
    await person.click(await screen.findByRole('button', { name: 'Cambiar' }))
    await screen.findByRole('dialog', { name: 'Cambiar consulta' })
    return person
  }

  const isMoved = async () => {
    fakeApi.answer('GET /consultations/mine', { items: [moved], next: null })
    fakeApi.answer(moving, ({ version }) => (version === 4 ? { ...moved, version: 5 } : refuse('changed-meanwhile')))
    await comeBack('GET /consultations/mine')
    await screen.findByText(/viernes, 4 de diciembre/)
  }

  test('CON-07 stays where it is now when the client saves only what they would like to talk about', async () => {
    const person = await openForm()
    await isMoved()
    await person.type(screen.getByLabelText(/¿Qué te gustaría tratar/), 'Mis resultados')

    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    expect(await screen.findByText(/ahora es el viernes, 4 de diciembre, a las 16:30 h.*Ya está así/)).toBeDefined()
    expect([valueOf('Fecha'), valueOf('Hora')]).toEqual(['2026-12-04', '16:30'])
    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

    expect(await screen.findByText('Consulta actualizada')).toBeDefined()
    expect(fakeApi.asked(moving).map(({ body }) => body)).toMatchObject([
      { version: 3 },
      { version: 4, startsAt: moved.startsAt, message: 'Mis resultados' },
    ])
  })

  test('keeps the hour that the client has chosen in the form, with its day', async () => {
    const person = await openForm()
    await person.clear(screen.getByLabelText('Hora'))
    await person.type(screen.getByLabelText('Hora'), '12:15')
    await isMoved()

    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

    expect(
      await screen.findByText(/ahora es el viernes.*El formulario conserva la hora que has puesto tú/),
    ).toBeDefined()
    expect([valueOf('Fecha'), valueOf('Hora')]).toEqual(['2026-12-01', '12:15'])
  })

  test('that changes in something else keeps its hour and says so', async () => {
    const person = await openForm()
    fakeApi.answer('GET /consultations/mine', { items: [{ ...own, priceCents: 7000, version: 4 }], next: null })
    fakeApi.refuse(moving, 'changed-meanwhile')

    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

    expect(await screen.findByText(/ha cambiado mientras la editabas\. .*lo demás ya está como ahora/)).toBeDefined()
  })

  test('that is cancelled is told to be so', async () => {
    const person = await openForm()
    fakeApi.answer('GET /consultations/mine', { items: [{ ...moved, status: 'cancelled' }], next: null })
    fakeApi.answer(moving, ({ version }) => refuse(version === 4 ? 'consultation-closed' : 'changed-meanwhile'))

    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))
    await screen.findByText(/^Estos datos han cambiado/)
    await screen.findByText('Cancelada')
    await person.click(screen.getByRole('button', { name: 'Guardar cambios' }))

    expect(await screen.findByText('Esta consulta ya no se puede cambiar.')).toBeDefined()
  })
})

test('CON-04 a status is not put over the one that a colleague has given meanwhile, until that has been told', async () => {
  const consultation = createAdminConsultation()
  const status = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa/status'
  stubAdminAgenda({ coming: [consultation] })
  fakeApi.answer(status, ({ version }) =>
    version === 4 ? createAdminConsultation({ version: 5 }) : refuse('changed-meanwhile'),
  )
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Estado')
  const dialog = within(await screen.findByRole('dialog', { name: 'Estado de la consulta' }))
  await person.selectOptions(dialog.getByLabelText('Estado'), 'Cancelada')
  const moved = { ...consultation, startsAt: '2026-12-04T15:30:00.000Z', version: 4 }
  fakeApi.answer('GET /consultations/coming', { items: [moved], next: null })
  await comeBack('GET /consultations/coming')

  await person.click(dialog.getByRole('button', { name: 'Guardar estado' }))
  expect(await screen.findByText('No se pudo actualizar la consulta')).toBeDefined()
  expect(await dialog.findByText(/viernes, 4 de diciembre, 16:30 h/)).toBeDefined()
  await person.click(dialog.getByRole('button', { name: 'Guardar estado' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  expect(fakeApi.asked(status).map(({ body }) => body)).toEqual([
    { status: 'cancelled', version: 3 },
    { status: 'cancelled', version: 4 },
  ])
})

test('a correction of the process is not put over what a colleague has stated meanwhile, until that has been told', async () => {
  const route = 'GET /customers/cus_aaaaaaaa/pathway'
  const corrections = 'POST /customers/cus_aaaaaaaa/pathway/corrections'
  stubCustomerRecord()
  fakeApi.answer(route, { ...createPathwayInState('proposal-to-present'), tasks: [], version: 1 })
  fakeApi.refuse(corrections, 'changed-meanwhile')
  const person = openCustomerRecord()
  await person.click(await screen.findByRole('button', { name: 'Corregir el paso' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir el paso' }))
  await person.selectOptions(dialog.getByLabelText('Dónde está'), 'at-laboratory')
  fakeApi.answer(route, { ...createPathwayInState('analyses-to-request'), tasks: [], version: 2 })
  await comeBack(route)

  await person.click(dialog.getByRole('button', { name: 'Guardar' }))
  await dialog.findByText(/El proceso ha cambiado mientras tanto/)
  await person.click(dialog.getByRole('button', { name: 'Guardar' }))

  await waitFor(() => expect(fakeApi.asked(corrections)).toHaveLength(2))
  expect(fakeApi.asked(corrections).map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }])
})

test('A-73 a budget that is published anew meanwhile is declined only once the client has been told', async () => {
  const refusal = `PUT /budgets/${BUDGET_ID}/refusal` as const
  signInAsRole('cliente')
  fakeApi.answer('GET /budgets', { items: [createOwnBudget()] })
  fakeApi.refuse(refusal, 'changed-meanwhile')
  const person = openProductPath('/client/presupuestos')
  await person.click(await screen.findByRole('button', { name: 'No elegir ninguna' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('radio', { name: 'Es más de lo que quiero gastar' }))
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ version: 2 })] })
  await comeBack('GET /budgets')

  await person.click(dialog.getByRole('button', { name: 'No elegir ninguna' }))
  await dialog.findByText(/^Acabamos de cambiar este presupuesto/)
  await person.click(dialog.getByRole('button', { name: 'No elegir ninguna' }))

  await waitFor(() => expect(fakeApi.asked(refusal)).toHaveLength(2))
  expect(fakeApi.asked(refusal).map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }])
})

test('A-73 a template of budgets that a colleague renames meanwhile keeps the new name', async () => {
  const saving = 'PUT /budget-templates/btp_aaaaaaaa'
  stubCustomerBudgets()
  fakeApi.answer(saving, ({ version }) =>
    version === 3 ? { ...sampleBudgetTemplate, version: 4 } : refuse('changed-meanwhile'),
  )
  const person = openProductPath('/client/cus_aaaaaaaa/presupuestos?plantilla=btp_aaaaaaaa')
  await person.clear(await screen.findByLabelText('Días para aceptar'))
  await person.type(screen.getByLabelText('Días para aceptar'), '30')
  fakeApi.answer('GET /budget-templates', { items: [{ ...sampleBudgetTemplate, name: 'Trimestre', version: 3 }] })
  await comeBack('GET /budget-templates')

  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))
  await screen.findByText(/^Otra persona la ha cambiado mientras tanto/)
  await person.click(screen.getByRole('button', { name: 'Guardar plantilla' }))

  expect(await screen.findByText('Plantilla guardada')).toBeDefined()
  expect(fakeApi.asked(saving).map(({ body }) => body)).toMatchObject([
    { version: 2 },
    { version: 3, name: 'Trimestre', validDays: 30 },
  ])
})

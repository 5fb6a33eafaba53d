import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerBudgets } from '../../support/customer-budgets.ts'
import { customerApiPath as base, openCustomerRecord, sampleConsultation } from '../../support/record-app.ts'

const status = `PUT ${base}/consultations/con_aaaaaaaa/status` as const
const ofPage = [`GET ${base}/consultations`, `GET ${base}/pathway`] as const
const timesAsked = () => ofPage.map((list) => fakeApi.asked(list).length)

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerBudgets()
  fakeApi.answer(`GET ${base}/consultations`, { items: [sampleConsultation], next: null })
})

type Person = ReturnType<typeof openCustomerRecord>

async function openConsultations() {
  const person = openCustomerRecord('consultations')
  await screen.findByRole('button', { name: 'Estado' })
  await waitFor(() => expect(timesAsked()).toEqual([1, 1]))
  return person
}

async function complete(person: Person) {
  await person.click(screen.getByRole('button', { name: 'Estado' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Estado de la consulta' }))
  await person.selectOptions(dialog.getByRole('combobox'), 'Completada')
  await person.click(dialog.getByRole('button', { name: 'Guardar estado' }))
}

test.each([
  ['saved', () => fakeApi.answer(status, { ...sampleConsultation, status: 'completed', version: 4 })],
  ['refused', () => fakeApi.refuse(status, 'changed-meanwhile')],
])('once the outcome of a consultation is %s, consultations and process are asked for again', async (_, stub) => {
  stub()
  const person = await openConsultations()

  await complete(person)

  await waitFor(() => expect(timesAsked()).not.toContain(1))
})

/** It says how many consultations of a budget are left. */
async function openAndCloseNewConsultation(person: Person) {
  await person.click(screen.getByRole('button', { name: 'Programar consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  await person.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('once the outcome of a consultation is saved, the next booking asks again how many of a budget are left', async () => {
  fakeApi.answer(status, { ...sampleConsultation, status: 'completed', version: 4 })
  const person = await openConsultations()
  await openAndCloseNewConsultation(person)
  await waitFor(() => expect(fakeApi.asked(`GET ${base}/budgets`)).toHaveLength(1))

  await complete(person)
  await screen.findByText('Consulta actualizada')
  await openAndCloseNewConsultation(person)

  await waitFor(() => expect(fakeApi.asked(`GET ${base}/budgets`).length).toBeGreaterThan(1))
})

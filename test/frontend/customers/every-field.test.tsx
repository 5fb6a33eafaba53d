import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { type Customer, customerFieldNames, customerFields, customerFieldLabels } from '#contract/customer'
import { getFieldInputSchemas } from '#contract/record-fields'
import { sampleCustomer, stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { chooseRowAction } from '../../support/admin-app.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const filledIn: Customer = { ...sampleCustomer, ...createFieldSamples(getFieldInputSchemas(customerFields), 'Muestra') }

const valuesIn = (whole: HTMLElement) =>
  Object.values(customerFieldLabels).map((label) => within(whole).getByLabelText<HTMLInputElement>(label).value)

const values = customerFieldNames.map((field) => filledIn[field])

test('every field of a client is shown in their record under its name', async () => {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}`, filledIn)
  openCustomerRecord()

  const card = within(await screen.findByRole('region', { name: 'Información Personal' }))

  expect(Object.values(customerFieldLabels).map((label) => card.getByText(label).nextSibling?.textContent)).toEqual(
    values,
  )
})

test('every field of a client is in the form, with what is known', async () => {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}`, filledIn)
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [filledIn], next: null, total: 1, matching: 1 })
  const person = openProductPath('/admin')

  await chooseRowAction(person, 'Editar')
  await screen.findByLabelText('Notas')

  expect(valuesIn(screen.getByRole('dialog', { name: 'Editar Cliente' }))).toEqual(values)
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Customer, customerFieldNames, customerFields, customerLabels } from '#contract/customer'
import { enteredOf } from '#contract/record'
import { aCustomer, atTheRecord, ofRecord, openRecord } from '../../support/record-app.ts'
import { visit } from '../../support/browser-app.tsx'
import { server } from '../../support/fake-api.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'

const filledIn: Customer = { ...aCustomer, ...samplesOfEach(enteredOf(customerFields), 'Muestra') }

const valuesIn = (whole: HTMLElement) =>
  Object.values(customerLabels).map((label) => within(whole).getByLabelText<HTMLInputElement>(label).value)

const values = customerFieldNames.map((field) => filledIn[field])

test('every field of a client is shown in their record under its name', async () => {
  atTheRecord()
  server.answer(`GET ${ofRecord}`, filledIn)
  openRecord()

  const card = within(await screen.findByRole('region', { name: 'Información Personal' }))

  expect(Object.values(customerLabels).map((label) => card.getByText(label).nextSibling?.textContent)).toEqual(values)
})

test('every field of a client is in the form, with what is known', async () => {
  atTheRecord()
  server.answer(`GET ${ofRecord}`, filledIn)
  server.answer('GET /customers/counts', { users: 1, clients: 1 })
  server.answer('GET /customers', { items: [filledIn], next: null, total: 1, matching: 1 })
  const person = visit('/admin')

  await person.click(await screen.findByRole('button', { name: /^Editar/ }))
  await screen.findByLabelText('Notas')

  expect(valuesIn(screen.getByRole('dialog', { name: 'Editar Cliente' }))).toEqual(values)
})

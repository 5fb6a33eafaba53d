import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { clientSupplementFields } from '#contract/client-supplement'
import { getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import { fakeApi } from '../../support/fake-api.ts'
import { stubCustomerRecord, customerApiPath, openCustomerRecord } from '../../support/record-app.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { sampleClientSupplement } from '../../support/supplement-samples.ts'

const fields = pickTextFields(clientSupplementFields)
const texts = createFieldSamples(getFieldInputSchemas(fields), 'Muestra') as Record<keyof typeof fields, string>
const filledIn = { ...sampleClientSupplement, ...texts }
const editing = `PUT ${customerApiPath}/supplements/csu_aaaaaaaa` as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubCustomerRecord()
})

test('every text of a prescription is in the form under its name, and saved with it', async () => {
  fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [filledIn], next: null })
  fakeApi.answer(editing, { ...filledIn, version: 5 })
  const person = openCustomerRecord('supplements')
  await person.click(await screen.findByRole('button', { name: 'Editar Magnesio' }))
  const dialog = within(screen.getByRole('dialog'))

  for (const field of getObjectKeys(fields)) {
    const typed = dialog.getByLabelText<HTMLInputElement>(new RegExp(`^${fields[field].label}`))
    expect(typed.value).toBe(texts[field])
    await person.type(typed, ' y más')
  }
  await person.click(dialog.getByRole('button', { name: /Guardar/ }))

  const saved = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(fakeApi.asked(editing)[0]?.body).toMatchObject(Object.fromEntries(saved))
})

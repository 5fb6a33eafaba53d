import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { AccountSettings } from '#contract/account-settings'
import { personNameFields } from '#contract/person-name'
import { type EnteredRecord, getFieldInputSchemas, getObjectKeys } from '#contract/record-fields'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { sampleAccountSettings, stubAccountWithoutFactors } from '../../support/settings-app.ts'

const person = createFieldSamples(getFieldInputSchemas(personNameFields), 'Muestra') as EnteredRecord<
  typeof personNameFields
>
const settings: AccountSettings = { ...sampleAccountSettings, ...person }

test('every field of a person is in the form of their name, and saved with it', async () => {
  stubAccountWithoutFactors()
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', settings)
  fakeApi.answer('PUT /account/settings', { ...settings, version: 4 })
  const user = openProductPath('/client?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Corregir mi nombre' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Corregir mi nombre' }))

  for (const field of getObjectKeys(personNameFields)) {
    const typed = dialog.getByLabelText<HTMLInputElement>(personNameFields[field].label)
    expect(typed.value).toBe(person[field])
    await user.type(typed, ' y más')
  }
  await user.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  const saved = Object.entries(person).map(([field, text]) => [field, `${text} y más`])
  expect(fakeApi.asked('PUT /account/settings')[0]?.body).toMatchObject(Object.fromEntries(saved))
})

test('what nobody changed of a person is sent as it is when a notice is switched', async () => {
  stubAccountWithoutFactors()
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', settings)
  fakeApi.answer('PUT /account/settings', { ...settings, version: 4 })
  const user = openProductPath('/client?tab=settings')

  await user.click((await screen.findAllByRole('switch'))[0] ?? document.body)

  expect(fakeApi.asked('PUT /account/settings')[0]?.body).toMatchObject(person)
})

import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AccountSettings, personFields } from '#contract/account-settings'
import { type Entered, enteredOf, keysOf } from '#contract/record'
import { signedInAs, visit } from '../../support/browser-app.tsx'
import { server } from '../../support/fake-api.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'
import { someSettings, withoutFactors } from '../../support/settings-app.ts'

const person = samplesOfEach(enteredOf(personFields), 'Muestra') as Entered<typeof personFields>
const settings: AccountSettings = { ...someSettings, ...person }

test('every field of a person is in the form of their name, and saved with it', async () => {
  withoutFactors()
  signedInAs('cliente')
  server.answer('GET /account/settings', settings)
  server.answer('PUT /account/settings', { ...settings, version: 4 })
  const user = visit('/client?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Corregir mi nombre' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Corregir mi nombre' }))

  for (const field of keysOf(personFields)) {
    const typed = dialog.getByLabelText<HTMLInputElement>(personFields[field].label)
    expect(typed.value).toBe(person[field])
    await user.type(typed, ' y más')
  }
  await user.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  const saved = Object.entries(person).map(([field, text]) => [field, `${text} y más`])
  expect(server.asked('PUT /account/settings')[0]?.body).toMatchObject(Object.fromEntries(saved))
})

test('what nobody changed of a person is sent as it is when a notice is switched', async () => {
  withoutFactors()
  signedInAs('cliente')
  server.answer('GET /account/settings', settings)
  server.answer('PUT /account/settings', { ...settings, version: 4 })
  const user = visit('/client?tab=settings')

  await user.click((await screen.findAllByRole('switch'))[0] ?? document.body)

  expect(server.asked('PUT /account/settings')[0]?.body).toMatchObject(person)
})

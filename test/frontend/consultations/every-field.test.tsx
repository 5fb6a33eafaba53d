import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { consultationBookingFields } from '#contract/consultation'
import { getFieldInputSchemas, getObjectKeys, pickTextFields } from '#contract/record-fields'
import { chooseRowAction, createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'

const fields = pickTextFields(consultationBookingFields)
const texts = createFieldSamples(getFieldInputSchemas(fields), 'Muestra') as Record<keyof typeof fields, string>
const editing = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

test('every text of the practice about a consultation is shown in the agenda under its name', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation(texts)] })
  openProductPath('/admin')

  for (const field of getObjectKeys(fields)) {
    expect(await screen.findByText(`${fields[field].label}: ${texts[field]}`)).toBeDefined()
  }
})

test('every text of the practice about a consultation is in the form and saved with it', async () => {
  stubAdminAgenda({ coming: [createAdminConsultation(texts)] })
  fakeApi.answer(editing, createAdminConsultation({ version: 4 }))
  const person = openProductPath('/admin')
  await chooseRowAction(person, 'Editar')
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))

  for (const field of getObjectKeys(fields)) await person.type(dialog.getByDisplayValue(texts[field]), ' y más')
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  const saved = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(fakeApi.asked(editing)[0]?.body).toMatchObject(Object.fromEntries(saved))
})

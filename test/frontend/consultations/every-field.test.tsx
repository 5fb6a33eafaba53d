import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { bookingFields } from '#contract/consultation'
import { enteredOf, keysOf, textsOf } from '#contract/record'
import { anAdminConsultation, openAdminAgenda } from '../../support/admin-app.ts'
import { visit } from '../../support/browser-app.tsx'
import { server } from '../../support/fake-api.ts'
import { samplesOfEach } from '../../support/schema-samples.ts'

const fields = textsOf(bookingFields)
const texts = samplesOfEach(enteredOf(fields), 'Muestra') as Record<keyof typeof fields, string>
const editing = 'PUT /customers/cus_aaaaaaaa/consultations/con_aaaaaaaa'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

test('every text of the practice about a consultation is shown in the agenda under its name', async () => {
  openAdminAgenda({ coming: [anAdminConsultation(texts)] })
  visit('/admin')

  for (const field of keysOf(fields)) {
    expect(await screen.findByText(`${fields[field].label}: ${texts[field]}`)).toBeDefined()
  }
})

test('every text of the practice about a consultation is in the form and saved with it', async () => {
  openAdminAgenda({ coming: [anAdminConsultation(texts)] })
  server.answer(editing, anAdminConsultation({ version: 4 }))
  const person = visit('/admin')
  await person.click(await screen.findByRole('button', { name: 'Editar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))

  for (const field of keysOf(fields)) await person.type(dialog.getByDisplayValue(texts[field]), ' y más')
  await person.click(dialog.getByRole('button', { name: 'Guardar cambios' }))

  expect(await screen.findByText('Consulta actualizada')).toBeDefined()
  const saved = Object.entries(texts).map(([field, text]) => [field, `${text} y más`])
  expect(server.asked(editing)[0]?.body).toMatchObject(Object.fromEntries(saved))
})

import { cleanup, screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const noa = { customerId: 'cus_bbbbbbbb', name: 'Noa Vidal', email: 'noa@correo.test' }

test('Enter chooses nobody before the answer to what was typed is there', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' })
  await person.click(field)
  await dialog.findByRole('option', { name: /Lucía Ferrer Gil/ })
  const answer = fakeApi.hold('GET /customers/names', { items: [noa], more: false })

  await person.type(field, 'noa{Enter}')

  expect(field.value).toBe('noa')
  expect(dialog.getByText('Buscando clientes...')).toBeDefined()
  answer()
  await dialog.findByRole('option', { name: /Noa Vidal/ })
  await person.keyboard('{Enter}')
  expect(field.value).toBe('Noa Vidal')
})

test('A-76 who types one or two letters reads that only beginnings of words are found', async () => {
  stubAdminAgenda()
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))

  await person.type(dialog.getByRole('combobox', { name: 'Cliente' }), 'lu')

  expect(dialog.getByText(/^Con una o dos letras se busca al principio de cada palabra/)).toBeDefined()
})

async function openDialog() {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' })) }
}

test('what was typed for a client comes back with that client, and for nobody else', async () => {
  stubAdminAgenda()
  const first = await openDialog()
  await first.person.click(first.dialog.getByRole('combobox', { name: 'Cliente' }))
  await first.person.click(await first.dialog.findByRole('option', { name: /Lucía Ferrer Gil/ }))
  await first.person.type(first.dialog.getByLabelText(/Notas/), 'Notas sobre LUCÍA')
  cleanup()

  const { person, dialog } = await openDialog()

  expect(dialog.getByLabelText(/Notas/)).toHaveProperty('value', 'Notas sobre LUCÍA')
  expect(dialog.getByRole('combobox', { name: 'Cliente' })).toHaveProperty('value', 'Lucía Ferrer Gil')
  fakeApi.answer('POST /consultations', createAdminConsultation())
  await person.type(dialog.getByLabelText('Fecha'), '2026-12-10')
  await person.type(dialog.getByLabelText('Hora'), '10:30')
  await person.click(dialog.getByRole('button', { name: 'Programar consulta' }))
  await screen.findByText('Consulta programada')
  expect(fakeApi.asked('POST /consultations')[0]?.body).toMatchObject({ customerId: 'cus_aaaaaaaa' })
})

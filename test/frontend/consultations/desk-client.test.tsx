import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { server, visit } from '../../support/browser-app.tsx'
import { atTheDesk } from '../../support/desk-app.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

const noa = { customerId: 'cus_bbbbbbbb', name: 'Noa Vidal', email: 'noa@correo.test' }

test('Enter chooses nobody before the answer to what was typed is there', async () => {
  atTheDesk()
  const person = visit('/admin')
  await person.click(await screen.findByRole('button', { name: 'Programar consulta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' })
  await person.click(field)
  await dialog.findByRole('option', { name: /Lucía Ferrer Gil/ })
  const answer = server.hold('GET /customers/names', { items: [noa], more: false })

  await person.type(field, 'noa{Enter}')

  expect(field.value).toBe('noa')
  expect(dialog.getByText('Buscando clientes...')).toBeDefined()
  answer()
  await dialog.findByRole('option', { name: /Noa Vidal/ })
  await person.keyboard('{Enter}')
  expect(field.value).toBe('Noa Vidal')
})

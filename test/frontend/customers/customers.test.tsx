import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const aCustomer = (name: string, id: string) => ({
  customerId: `cus_${id}`,
  name,
  email: `${id}@example.com`,
  phone: null,
  address: null,
  notes: null,
  createdAt: '2026-10-02T09:00:00Z',
  version: 1,
})

beforeEach(() => signInAsRole('administrador'))

test('ADM-01 ADM-31 the panel names who is signed in and lists clients with a link to each', async () => {
  fakeApi.answer('GET /customers', {
    items: [aCustomer('Lucía Ferrer', 'aaaaaaaa')],
    next: null,
    total: 1,
    matching: 1,
  })
  openProductPath('/admin')

  expect(await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeDefined()
  expect(await screen.findByText('lucia@example.com')).toBeDefined()
  const link = await screen.findByRole('link', { name: 'Lucía Ferrer' })
  expect(link.getAttribute('href')).toBe('/client/cus_aaaaaaaa')
  expect(screen.getByRole('cell', { name: '02/10/2026' })).toBeDefined()
})

test('more clients are loaded from where the list ended', async () => {
  fakeApi.answer('GET /customers', {
    items: [aCustomer('Lucía Ferrer', 'aaaaaaaa')],
    next: '2026-10-02T09:00:00Z~cus_aaaaaaaa',
    total: 2,
    matching: 2,
  })
  const person = openProductPath('/admin')
  await screen.findByRole('link', { name: 'Lucía Ferrer' })

  fakeApi.answer('GET /customers', { items: [aCustomer('Andrés Gil', 'bbbbbbbb')], next: null, total: 1, matching: 1 })
  await person.click(screen.getByRole('button', { name: 'Cargar más' }))

  expect(await screen.findByRole('link', { name: 'Andrés Gil' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Lucía Ferrer' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull()
})

test('ADM-28 a practice without clients', async () => {
  fakeApi.answer('GET /customers', { items: [], next: null, total: 1, matching: 1 })
  openProductPath('/admin')

  expect(await screen.findByText('No hay clientes registrados')).toBeDefined()
})

test('REC-01 REC-02 REC-03 the record says what is known and what is not', async () => {
  fakeApi.answer('GET /customers/cus_aaaaaaaa', aCustomer('Lucía Ferrer', 'aaaaaaaa'))
  fakeApi.answer('GET /customers/cus_aaaaaaaa/payments', { items: [], next: null })
  openProductPath('/client/cus_aaaaaaaa')

  const card = await screen.findByRole('region', { name: 'Información Personal' })

  for (const text of ['No especificado', 'No especificada', 'Sin notas', '2 de octubre de 2026']) {
    expect(within(card).getByText(text)).toBeDefined()
  }
  expect(screen.getByRole('link', { name: 'Volver al Panel' }).getAttribute('href')).toBe('/admin')
})

test('REC-08 a client that does not exist', async () => {
  fakeApi.refuse('GET /customers/cus_aaaaaaaa', 'not-found')
  openProductPath('/client/cus_aaaaaaaa')

  expect(await screen.findByRole('heading', { name: 'Cliente no encontrado' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Volver al Panel' }).getAttribute('href')).toBe('/admin')
})

test('REC-09 a record that cannot be loaded says why', async () => {
  fakeApi.refuse('GET /customers/cus_aaaaaaaa', 'too-many-attempts')
  openProductPath('/client/cus_aaaaaaaa')

  expect(await screen.findAllByText(/Demasiados intentos/)).not.toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined()
})

import { screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const nothing = { items: [], next: null }
const path = () => window.location.pathname

test.each([
  ['RTE-10', '/terminos', /términos/i],
  ['RTE-11', '/privacidad', /privacidad/i],
  ['RTE-12', '/cookies', /cookies/i],
  ['RTE-13', '/primera-consulta', /entiende/i],
  ['RTE-14', '/comprar', 'Crear cuenta'],
  ['RTE-16', '/pago-exitoso', 'PAGADO'],
  ['RTE-17', '/payment-canceled', /./],
  ['RTE-02', '/auth', 'Iniciar sesión'],
  ['RTE-04', '/register', /crea/i],
  ['RTE-09', '/reset-password?solicitar=1', /contraseña/i],
])('RTE-31 %s %s opens without a session', async (_, address, heading) => {
  openProductPath(address)

  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeDefined()
  expect(path()).toBe(address.split('?')[0])
})

test('RTE-15 the success page confirms the session that its address names', async () => {
  fakeApi.answer('POST /payments/confirm', { status: 'paid', startsAt: null })
  openProductPath('/payment-success?session_id=cs_test_0123456789')

  await waitFor(() => expect(fakeApi.asked('POST /payments/confirm')).toHaveLength(1))
  expect(path()).toBe('/payment-success')
})

test('RTE-19 PER-02 the administration opens for an administrador', async () => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers', { ...nothing, total: 0, matching: 0 })
  openProductPath('/admin')

  expect(await screen.findByRole('heading', { level: 1, name: 'Panel de Administración' })).toBeDefined()
})

test('RTE-20 Mi Panel opens for a cliente', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /payments', nothing)
  openProductPath('/client')

  expect(await screen.findByText('Panel del Cliente')).toBeDefined()
})

test('RTE-21 PER-02 the record of a client opens for an administrador', async () => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/cus_aaaaaaaa', {
    customerId: 'cus_aaaaaaaa',
    name: 'Lucía Ferrer',
    email: 'lucia@example.com',
    phone: null,
    address: null,
    version: 1,
    notes: null,
    createdAt: '2026-11-01T09:00:00.000Z',
  })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/payments', nothing)
  openProductPath('/client/cus_aaaaaaaa')

  expect(await screen.findByRole('heading', { level: 1, name: 'Lucía Ferrer' })).toBeDefined()
})

test.each(['/auth', '/register'])('RTE-02 RTE-04 %s leads whoever is signed in to their panel', async (address) => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /payments', nothing)
  openProductPath(address)

  await waitFor(() => expect(path()).toBe('/client'))
})

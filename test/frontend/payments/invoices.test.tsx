import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { left, server, signedInAs, visit } from '../../support/browser-app.tsx'

const aPayment = {
  paymentId: 'pay_aaaaaaaa',
  customerId: 'cus_aaaaaaaa',
  orderId: 'ord_aaaaaaaa',
  concept: 'Primera consulta',
  amountCents: 8000,
  refundedCents: 0,
  currency: 'eur',
  status: 'completed',
  paidAt: '2026-11-07T10:00:00Z',
  receiptNumber: '2026-0001',
}

const customer = { customerId: 'cus_aaaaaaaa', name: 'Lucía Ferrer Soto', email: 'lucia@example.com' }

beforeEach(() => {
  signedInAs('cliente')
  server.answer('GET /customers/current', customer)
  server.answer('GET /files', { items: [], next: null })
})

test('a payment is listed with its date, amount and state in Spanish', async () => {
  server.answer('GET /payments', { items: [aPayment], next: null })
  visit('/client?tab=invoices')

  const table = await screen.findByRole('table', { name: 'Tus pagos' })

  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(['7 de noviembre de 2026', 'Primera consulta', '80,00 €', 'Pagado', 'Descargar justificante'])
})

test('a refund is said', async () => {
  server.answer('GET /payments', { items: [{ ...aPayment, status: 'refunded', refundedCents: 8000 }], next: null })
  visit('/client?tab=invoices')

  expect(await screen.findByText('Reembolsado')).toBeDefined()
})

test('the receipt opens by its own link', async () => {
  server.answer('GET /payments', { items: [aPayment], next: null })
  server.answer('GET /payments/pay_aaaaaaaa/receipt', { url: 'https://files.example/r.pdf', fileName: 'r.pdf' })
  const person = visit('/client?tab=invoices')

  await person.click(await screen.findByRole('button', { name: 'Descargar justificante 2026-0001' }))

  await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('https://files.example/r.pdf'))
})

test('who has paid nothing reads what will be here', async () => {
  server.answer('GET /payments', { items: [], next: null })
  visit('/client?tab=invoices')

  expect(await screen.findByText(/Todavía no has hecho ningún pago/)).toBeDefined()
})

test('while the list is on its way it says so', async () => {
  server.hold('GET /payments', { items: [], next: null })
  visit('/client?tab=invoices')

  expect(await screen.findByText('Cargando pagos...')).toBeDefined()
})

test('a list that cannot be had can be asked for again', async () => {
  server.refuse('GET /payments', 'profile-missing')
  const person = visit('/client?tab=invoices')
  await screen.findByText(/Todavía estamos preparando tu cuenta/)

  server.answer('GET /payments', { items: [aPayment], next: null })
  await person.click(screen.getByRole('button', { name: 'Reintentar' }))

  expect(await screen.findByRole('table', { name: 'Tus pagos' })).toBeDefined()
})

test('the panel greets by first name', async () => {
  server.answer('GET /payments', { items: [], next: null })
  visit('/client?tab=invoices')

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeDefined()
  expect(screen.getByText('Panel del Cliente')).toBeDefined()
})

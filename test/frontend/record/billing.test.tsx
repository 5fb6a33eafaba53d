import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Payment } from '#contract/payments'
import { server, signedInAs, visit } from '../../support/browser-app.tsx'

const base = '/customers/cus_aaaaaaaa'

const aPayment = (id: string, paidAt: string, more: Partial<Payment> = {}): Payment => ({
  paymentId: `pay_${id}`,
  customerId: 'cus_aaaaaaaa',
  orderId: `ord_${id}`,
  concept: 'Primera consulta',
  amountCents: 8000,
  refundedCents: 0,
  currency: 'eur',
  status: 'completed',
  paidAt,
  receiptNumber: '2026-1',
  ...more,
})

test('REC-07 ADM-50 A-34 an administrador sees a client’s payments, the latest first, with amount and status', async () => {
  signedInAs('administrador')
  server.answer(`GET ${base}`, {
    customerId: 'cus_aaaaaaaa',
    name: 'Lucía Ferrer',
    email: 'lucia@example.com',
    phone: null,
    address: null,
    notes: null,
    createdAt: '2026-10-01T08:00:00.000Z',
    version: 1,
  })
  server.answer(`GET ${base}/payments`, {
    items: [
      aPayment('bbbbbbbb', '2026-11-20T10:00:00.000Z', { amountCents: 6050 }),
      aPayment('aaaaaaaa', '2026-11-02T10:00:00.000Z', { status: 'refunded', refundedCents: 8000 }),
    ],
    next: null,
  })
  visit('/client/cus_aaaaaaaa')

  const sheet = within(await screen.findByRole('region', { name: 'Facturas' }))
  const [, ...rows] = within(await sheet.findByRole('table', { name: 'Pagos' })).getAllByRole('row')

  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    ['20 de noviembre de 2026', 'Primera consulta', '60,50 €', 'Pagado'],
    ['2 de noviembre de 2026', 'Primera consulta', '80,00 €', 'Reembolsado'],
  ])
})

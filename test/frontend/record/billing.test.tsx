import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { CustomerPayment } from '#contract/payments'
import { signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleCustomer, customerApiPath as base, openCustomerRecord } from '../../support/record-app.ts'

const aPayment = (id: string, paidAt: string, more: Partial<CustomerPayment> = {}): CustomerPayment => ({
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
  refunds: [],
  dispute: null,
  isRefundHeldUp: false,
  ...more,
})

test('REC-07 ADM-50 A-34 an administrador sees a client’s payments, the latest first, with amount, status and ‘Justificante de pago’', async () => {
  signInAsRole('administrador')
  fakeApi.answer(`GET ${base}`, sampleCustomer)
  fakeApi.answer(`GET ${base}/payments`, {
    items: [
      aPayment('bbbbbbbb', '2026-11-20T10:00:00.000Z', { amountCents: 6050 }),
      aPayment('aaaaaaaa', '2026-11-02T10:00:00.000Z', { status: 'refunded', refundedCents: 8000 }),
    ],
    next: null,
  })
  openCustomerRecord()

  const sheet = within(await screen.findByRole('region', { name: 'Facturas' }))
  const [, ...rows] = within(await sheet.findByRole('table', { name: 'Pagos' })).getAllByRole('row')

  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(cells).toEqual([
    ['20 de noviembre de 2026', 'Primera consulta', '60,50 €', 'Pagado', 'VerDescargar justificanteDevolver'],
    ['2 de noviembre de 2026', 'Primera consulta', '80,00 €', 'Devuelto', 'VerDescargar justificante'],
  ])
})

test('ADM-50 an administrador opens the ‘Justificante de pago’ of a client', async () => {
  signInAsRole('administrador')
  fakeApi.answer(`GET ${base}`, sampleCustomer)
  fakeApi.answer(`GET ${base}/payments`, { items: [aPayment('aaaaaaaa', '2026-11-02T10:00:00.000Z')], next: null })
  fakeApi.answer(`GET ${base}/payments/pay_aaaaaaaa/receipt`, {
    url: 'https://files.example/r.pdf',
    fileName: 'r.pdf',
    receipt: {
      receiptNumber: '2026-1',
      issuedAt: '2026-11-02T10:00:00.000Z',
      issuer: {
        legalName: 'Robledal, S. L.',
        taxId: 'B12345674',
        address: 'Plaza Mayor, 7',
        email: 'a@robledal.example',
      },
      buyerName: 'Lucía Ferrer',
      concept: 'Primera consulta',
      listCents: 8000,
      amountCents: 8000,
      vat: { percent: 21 },
    },
  })
  const person = openCustomerRecord()

  await person.click(await screen.findByRole('button', { name: 'Ver justificante 2026-1' }))

  const dialog = within(await screen.findByRole('dialog', { name: 'Justificante de pago' }))
  expect(dialog.getByText('B12345674')).toBeDefined()
})

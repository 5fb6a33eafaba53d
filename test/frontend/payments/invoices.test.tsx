import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { leaveForMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

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
} as const

const receipt = {
  receiptNumber: '2026-0001',
  issuedAt: '2026-11-07T10:00:00Z',
  issuer: { legalName: 'Robledal, S. L.', taxId: 'B12345674', address: 'Plaza Mayor, 7', email: 'a@robledal.example' },
  buyerName: 'Lucía Ferrer',
  concept: 'Primera consulta',
  listCents: 10_000,
  amountCents: 8000,
  vat: { percent: 21 },
  paymentMethod: 'card' as const,
}

const textsOf = (dialog: HTMLElement, title: string, text: string) =>
  within(dialog)
    .getAllByRole(title)
    .map(({ textContent }, place) => [
      textContent,
      within(dialog).getAllByRole(text)[place]?.textContent.replaceAll(/\s/g, ' '),
    ])

const customer = { customerId: 'cus_aaaaaaaa', name: 'Lucía Ferrer Soto', email: 'lucia@example.com' }

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', customer)
  fakeApi.answer('GET /files', { items: [], next: null })
})

test('a payment is listed with its date, amount and state in Spanish', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  openProductPath('/client?tab=invoices')

  const table = await screen.findByRole('table', { name: 'Tus pagos' })

  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual([
    '7 de noviembre de 2026',
    'Primera consulta',
    '80,00 €',
    'Pagado',
    'VerDescargar justificantePedir devolución',
  ])
})

const unusedPaymentOptions = {
  now: '2026-11-21T09:00:00.000Z',
  paymentId: aPayment.paymentId,
  consultationId: null,
  amountCents: 8000,
  mayMove: false,
  mayCancel: false,
  mayKeep: true,
  refundCents: 8000,
  rule: 'unused',
} as const

test('A-71 a payment that was kept becomes a refund: the sum to the cent, when it arrives, and once', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  fakeApi.answer('GET /payments/pay_aaaaaaaa/options', unusedPaymentOptions)
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', {
    refundId: 'ref_aaaaaaaa',
    amountCents: 8000,
    status: 'succeeded',
  })
  const person = openProductPath('/client?tab=invoices')

  await person.click(await screen.findByRole('button', { name: /^Pedir devolución del pago/ }))
  expect(await screen.findByText('Tu pago no caduca. Mientras no lo uses puedes pedir la devolución.')).toBeDefined()
  expect(screen.getByText(/como muy tarde, el 5 de diciembre/)).toBeDefined()
  await person.click(screen.getByRole('button', { name: 'Pedir la devolución de 80,00 €' }))

  expect(await screen.findByText('Devolución pedida')).toBeDefined()
  expect(fakeApi.asked('POST /payments/pay_aaaaaaaa/refunds')).toHaveLength(1)
})

test('A-71 who asks for a refund that Stripe refuses reads that it was not made, and that the money is not lost', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  fakeApi.answer('GET /payments/pay_aaaaaaaa/options', unusedPaymentOptions)
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', {
    refundId: 'ref_aaaaaaaa',
    amountCents: 8000,
    status: 'failed',
  })
  const person = openProductPath('/client?tab=invoices')

  await person.click(await screen.findByRole('button', { name: /^Pedir devolución del pago/ }))
  await person.click(await screen.findByRole('button', { name: 'Pedir la devolución de 80,00 €' }))

  expect(await screen.findByText('No hemos podido devolverte 80,00 €')).toBeDefined()
  expect(screen.getByText(/El dinero sigue siendo tuyo/)).toBeDefined()
  expect(screen.queryByText('Devolución pedida')).toBeNull()
})

test('A-71 after a refusal what there is to give back is read again', async () => {
  const options = 'GET /payments/pay_aaaaaaaa/options'
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  fakeApi.answer(options, unusedPaymentOptions)
  fakeApi.refuse('POST /payments/pay_aaaaaaaa/refunds', 'changed-meanwhile')
  const person = openProductPath('/client?tab=invoices')
  await person.click(await screen.findByRole('button', { name: /^Pedir devolución del pago/ }))
  const giveBack = await screen.findByRole('button', { name: 'Pedir la devolución de 80,00 €' })
  fakeApi.answer(options, { ...unusedPaymentOptions, refundCents: 5000 })

  await person.click(giveBack)

  expect(await screen.findByRole('button', { name: 'Pedir la devolución de 50,00 €' })).toBeDefined()
  expect(fakeApi.asked(options)).toHaveLength(2)
})

test('A-71 of a payment of 0 € no refund can be asked for', async () => {
  fakeApi.answer('GET /payments', { items: [{ ...aPayment, amountCents: 0 }], next: null })
  openProductPath('/client?tab=invoices')

  const payments = within(await screen.findByRole('table', { name: 'Tus pagos' }))

  expect(payments.getByText('Primera consulta')).toBeDefined()
  expect(payments.queryByRole('button', { name: /^Pedir devolución/ })).toBeNull()
})

test('a refund is said', async () => {
  fakeApi.answer('GET /payments', { items: [{ ...aPayment, status: 'refunded', refundedCents: 8000 }], next: null })
  openProductPath('/client?tab=invoices')

  expect(await screen.findByText('Devuelto')).toBeDefined()
})

test('a refund that has not arrived is said to be on its way, not made', async () => {
  const refunded = { ...aPayment, status: 'refunded', refundedCents: 8000, isRefundUnderWay: true } as const
  fakeApi.answer('GET /payments', { items: [refunded], next: null })
  openProductPath('/client?tab=invoices')

  expect(await screen.findByText('Devolución en camino')).toBeDefined()
  expect(screen.queryByText('Devuelto')).toBeNull()
})

test('the receipt opens by its own link', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  fakeApi.answer('GET /payments/pay_aaaaaaaa/receipt', {
    url: 'https://files.example/r.pdf',
    fileName: 'r.pdf',
    receipt,
  })
  fakeApi.answerOutsideApi('GET /r.pdf')
  const person = openProductPath('/client?tab=invoices')

  const payments = within(await screen.findByRole('table', { name: 'Tus pagos' }))
  await person.click(payments.getByRole('button', { name: 'Descargar justificante 2026-0001' }))

  await waitFor(() => expect(leaveForMock).toHaveBeenCalledExactlyOnceWith('https://files.example/r.pdf'))
})

test('A-34 the receipt is read on the screen: issuer, NIF, address, base, IVA, discount, and that it is no invoice', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  fakeApi.answer('GET /payments/pay_aaaaaaaa/receipt', {
    url: 'https://files.example/r.pdf',
    fileName: 'r.pdf',
    receipt,
  })
  const person = openProductPath('/client?tab=invoices')

  const payments = within(await screen.findByRole('table', { name: 'Tus pagos' }))
  await person.click(payments.getByRole('button', { name: 'Ver justificante 2026-0001' }))

  const dialog = await screen.findByRole('dialog', { name: 'Justificante de pago' })
  expect(textsOf(dialog, 'term', 'definition')).toEqual([
    ['Número', '2026-0001'],
    ['Fecha', '7 de noviembre de 2026'],
    ['Emitido por', 'Robledal, S. L.'],
    ['NIF', 'B12345674'],
    ['Domicilio', 'Plaza Mayor, 7'],
    ['Pagado por', 'Lucía Ferrer'],
    ['Concepto', 'Primera consulta'],
    ['Precio de tarifa', '100,00 €'],
    ['Descuento', '-20,00 €'],
    ['Base imponible', '66,12 €'],
    ['IVA (21 %)', '13,88 €'],
    ['Total pagado', '80,00 €'],
    ['Forma de pago', 'Tarjeta, a través de Stripe'],
  ])
  expect(within(dialog).getByText(/no es una factura/)).toBeDefined()
})

test('who has paid and has no invoice is told so by ‘Mis Facturas’, and finds the receipt there', async () => {
  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  openProductPath('/client?tab=invoices')

  const invoices = within(await screen.findByRole('region', { name: 'Mis Facturas' }))
  expect(await invoices.findByText(/Tu pago está registrado y este es su justificante/)).toBeDefined()
  expect(invoices.getByRole('button', { name: 'Ver justificante 2026-0001' })).toBeDefined()
})

test('who has paid nothing reads what will be here', async () => {
  fakeApi.answer('GET /payments', { items: [], next: null })
  openProductPath('/client?tab=invoices')

  expect(await screen.findByText(/Todavía no tienes facturas/)).toBeDefined()
  expect(await screen.findByText(/Todavía no has hecho ningún pago/)).toBeDefined()
})

test('while the list is on its way it says so', async () => {
  fakeApi.hold('GET /payments', { items: [], next: null })
  openProductPath('/client?tab=invoices')

  expect(await screen.findByText('Cargando pagos...')).toBeDefined()
})

test('a list that cannot be had can be asked for again', async () => {
  fakeApi.refuse('GET /payments', 'profile-missing')
  const person = openProductPath('/client?tab=invoices')
  // The placeholder for missing invoices refetches the payments when it is rendered.
  await screen.findByText(/^Todavía no tienes facturas/)
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  expect(screen.getAllByText(/Todavía estamos preparando tu cuenta/)).not.toEqual([])

  fakeApi.answer('GET /payments', { items: [aPayment], next: null })
  await person.click(retry)

  expect(await screen.findByRole('table', { name: 'Tus pagos' })).toBeDefined()
})

test('the panel greets by first name', async () => {
  fakeApi.answer('GET /payments', { items: [], next: null })
  openProductPath('/client?tab=invoices')

  expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Lucía' })).toBeDefined()
  expect(screen.getByText('Panel del Cliente')).toBeDefined()
})

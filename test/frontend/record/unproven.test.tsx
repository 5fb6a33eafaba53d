import type { Payment } from '#contract/payment'
import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { signInAsRole, waitUntilDrawn } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { sampleCustomer, customerApiPath as base, openCustomerRecord } from '../../support/record-app.ts'

const customer = { ...sampleCustomer, name: 'marta@correo.tets', email: 'marta@correo.tets' }
const payment: Payment & { readonly consultationStartsAt: string | null } = {
  paymentId: 'pay_aaaaaaaa',
  customerId: 'cus_aaaaaaaa',
  orderId: 'ord_aaaaaaaa',
  concept: 'Primera consulta',
  amountCents: 8000,
  refundedCents: 0,
  currency: 'eur',
  status: 'completed',
  paidAt: '2026-11-20T10:00:00.000Z',
  receiptNumber: '2026-1',
  consultationStartsAt: null,
}

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer(`GET ${base}`, customer)
  fakeApi.answer(`GET ${base}/payments/unproven`, { items: [payment] })
})

const theNotice = () => screen.findByRole('region', { name: 'Pagado, correo sin confirmar' })

test('A-64 the record of whoever paid and has not proven the address says so, with what was paid', async () => {
  openCustomerRecord()

  const notice = within(await theNotice())

  expect(notice.getByText('Primera consulta: 80,00 €, pagado el 20 de noviembre de 2026')).toBeDefined()
})

test('A-64 the address is corrected from there, also of whoever is filed under it, and the notice looks again', async () => {
  const person = openCustomerRecord()
  fakeApi.answer(`PUT ${base}`, { ...customer, email: 'marta@correo.test', version: 2 })

  await person.click(within(await theNotice()).getByRole('button', { name: 'Corregir la dirección' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Cliente' }))
  const field = await dialog.findByRole('textbox', { name: /email/i })
  await person.clear(field)
  await person.type(field, 'marta@correo.test')
  const before = fakeApi.asked(`GET ${base}/payments/unproven`).length
  await person.click(dialog.getByRole('button', { name: 'Guardar' }))

  await waitFor(() =>
    expect(fakeApi.asked(`PUT ${base}`)[0]?.body).toMatchObject({
      name: 'marta@correo.test',
      email: 'marta@correo.test',
    }),
  )
  await waitFor(() => expect(fakeApi.asked(`GET ${base}/payments/unproven`).length).toBeGreaterThan(before))
})

test('A-64 of whoever has proven the address, or paid nothing, nothing is said', async () => {
  fakeApi.answer(`GET ${base}/payments/unproven`, { items: [] })
  openCustomerRecord()

  await screen.findByRole('region', { name: 'Información Personal' })
  await waitUntilDrawn(`GET ${base}/payments/unproven`)

  expect(screen.queryByRole('region', { name: 'Pagado, correo sin confirmar' })).toBeNull()
})

test('A-71 the question names the consultation that is cancelled with the payment, and none where there is none', async () => {
  const dated = { ...payment, paymentId: 'pay_bbbbbbbb', consultationStartsAt: '2026-12-01T10:00:00.000Z' }
  fakeApi.answer(`GET ${base}/payments/unproven`, { items: [payment, dated] })
  const person = openCustomerRecord()
  const [undated, withDate] = within(await theNotice()).getAllByRole('button', {
    name: 'Devolver el pago del 20 de noviembre de 2026',
  })
  const ask = async (button: HTMLElement | undefined) => {
    await person.click(button ?? document.body)
    return within(await screen.findByRole('dialog', { name: '¿Devolver 80,00 €?' }))
  }

  const plain = await ask(undated)
  expect(plain.queryByText(/se cancelará/)).toBeNull()
  await person.click(plain.getByRole('button', { name: 'Cancelar' }))

  const naming = await ask(withDate)
  expect(naming.getByText(/Pagó la consulta del 1\/12\/26, 11:00: se cancelará/)).toBeDefined()
})

test('A-64 the payment is given back after a question that names the amount, with a fresh code, and the notice goes', async () => {
  fakeApi.refuse(`POST ${base}/payments/pay_aaaaaaaa/refund`, 'proof-required')
  const person = openCustomerRecord()
  await person.click(within(await theNotice()).getByRole('button', { name: 'Devolver el pago' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Devolver 80,00 €?' }))
  expect(question.getByText(/avisaremos a marta@correo\.tets.*no se puede deshacer/)).toBeDefined()

  await person.click(question.getByRole('button', { name: 'Devolver 80,00 €' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  fakeApi.answer('POST /mfa/proof', { success: true, provenAt: '2026-11-21T09:00:00.000Z', recoveryCodesLeft: 8 })
  fakeApi.answer(`POST ${base}/payments/pay_aaaaaaaa/refund`, { ...payment, status: 'refunded', refundedCents: 8000 })
  fakeApi.answer(`GET ${base}/payments/unproven`, { items: [] })
  await person.type(proof.getByLabelText(/código/i), '123456')
  await person.click(proof.getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Pago devuelto')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Pagado, correo sin confirmar' })).toBeNull())
})

test('A-64 where Stripe makes a part of it only, the question stays and names what is left', async () => {
  const partly = { ...payment, status: 'partially-refunded', refundedCents: 5000 } as const
  fakeApi.answer(`POST ${base}/payments/pay_aaaaaaaa/refund`, partly)
  const person = openCustomerRecord()
  await person.click(within(await theNotice()).getByRole('button', { name: 'Devolver el pago' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Devolver 80,00 €?' }))

  await person.click(question.getByRole('button', { name: 'Devolver 80,00 €' }))

  expect(await question.findByText(/quedan 30,00 € por devolver/)).toBeDefined()
  expect(screen.queryByText('Pago devuelto')).toBeNull()
})

test('A-64 a refund that is refused is told in the question, which stays', async () => {
  fakeApi.refuse(`POST ${base}/payments/pay_aaaaaaaa/refund`, 'payment-unavailable')
  const person = openCustomerRecord()
  await person.click(within(await theNotice()).getByRole('button', { name: 'Devolver el pago' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Devolver 80,00 €?' }))

  await person.click(question.getByRole('button', { name: 'Devolver 80,00 €' }))

  expect(await question.findByText(/El servicio de pago no está disponible/)).toBeDefined()
})

import { screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { BUDGET_ID } from '../../support/budgets.ts'
import { createPublishedBudget, stubCustomerBudgets } from '../../support/customer-budgets.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { createOwnAgreement, createOwnBudget } from '../../support/own-budgets.ts'
import {
  createOwnConsultation,
  paidCancellationOptions,
  stubOwnConsultations,
} from '../../support/own-consultations.ts'
import { sampleCustomerPayment } from '../../support/refund-app.ts'

const heldUp = { ...paidCancellationOptions, heldUpCents: 8000 }
const waits =
  /Has reclamado el pago a tu banco y, mientras no decida, no podemos devolvértelo\. Si no te lo devuelve él, te devolvemos 80,00\s€/
const asked = { refundId: 'ref_aaaaaaaa', amountCents: 8000, status: 'requested', isHeldUp: true } as const

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
})

test('who cancels a consultation whose payment their bank holds reads that the money waits for the bank', async () => {
  stubOwnConsultations([createOwnConsultation({ isPaid: true })])
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/options', heldUp)
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', asked)
  const person = openProductPath('/client?tab=consultations')
  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))
  const dialog = within(await screen.findByRole('dialog'))

  expect(await dialog.findByText(waits)).toBeDefined()
  expect(dialog.queryByText(/Sale hoy/)).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Cancelar y pedir la devolución' }))

  expect(await screen.findByText('Consulta cancelada')).toBeDefined()
  expect(screen.getByText(/Si tu banco no te devuelve el pago que has reclamado, te devolvemos 80,00/)).toBeDefined()
})

test('who asks for a kept payment that their bank holds reads that it waits for the bank, and so does the list', async () => {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /files', { items: [], next: null })
  fakeApi.answer('GET /payments', { items: [sampleCustomerPayment], next: null })
  fakeApi.answer('GET /payments/pay_aaaaaaaa/options', heldUp)
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', asked)
  const person = openProductPath('/client?tab=invoices')
  await person.click(await screen.findByRole('button', { name: /^Pedir devolución del pago/ }))

  expect(await screen.findByText(waits)).toBeDefined()
  expect(screen.queryByText(/Sale hoy/)).toBeNull()
  const waiting = { status: 'refunded', refundedCents: 8000, isRefundUnderWay: true, isRefundHeldUp: true } as const
  fakeApi.answer('GET /payments', { items: [{ ...sampleCustomerPayment, ...waiting }], next: null })
  await person.click(screen.getByRole('button', { name: 'Pedir la devolución de 80,00 €' }))

  expect(await screen.findByText(/Si tu banco no te devuelve el pago/)).toBeDefined()
  expect(await screen.findByText('Devolución cuando decida tu banco')).toBeDefined()
  expect(screen.queryByText('Devolución en camino')).toBeNull()
})

const budgetOptions = {
  now: '2026-11-21T09:00:00.000Z',
  paidCents: 14_000,
  owedCents: 6632,
  refundCents: 7368,
  heldUpCents: 5368,
  rule: 'unused',
  until: null,
  consultationsToCancel: [],
} as const

test('who ends a budget reads which part of the money goes back today, and which waits for their bank', async () => {
  signInAsRole('cliente')
  const at = `/budgets/${BUDGET_ID}` as const
  fakeApi.answer('GET /budgets', { items: [createOwnBudget({ state: 'accepted', agreement: createOwnAgreement() })] })
  fakeApi.answer(`GET ${at}/cancellation`, budgetOptions)
  const sums = { refundedCents: 7368, heldUpRefundCents: 5368 }
  const ended = createOwnAgreement({ endedAt: '2026-11-21T09:00:00.000Z', ...sums })
  const budget = createOwnBudget({ state: 'ended', agreement: ended })
  fakeApi.answer(`POST ${at}/cancellation`, { budget, refundCents: 7368, refunds: [] })
  const person = openProductPath('/client/presupuestos')
  await person.click(await screen.findByRole('button', { name: 'Cancelar el presupuesto' }))
  const dialog = within(await screen.findByRole('dialog'))

  expect(
    await dialog.findByText(
      /^Te devolvemos 20,00\s€ .* Sale hoy .* Has reclamado un pago a tu banco .* te devolvemos otros 53,68\s€/,
    ),
  ).toBeDefined()
  expect(dialog.queryByRole('button', { name: /recibir/ })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Cancelar el presupuesto' }))

  expect(await screen.findByText(/^Te devolvemos 20,00.* te devolvemos otros 53,68\s€ cuando decida\.$/)).toBeDefined()
})

test('the practice that ends a budget reads what of it waits for the client’s bank', async () => {
  const agreement = createOwnAgreement()
  stubCustomerBudgets([createPublishedBudget({ state: 'accepted', agreement })])
  fakeApi.answer(`GET /customers/cus_aaaaaaaa/budgets/${BUDGET_ID}/cancellation`, budgetOptions)
  const person = openProductPath('/client/cus_aaaaaaaa/presupuestos')

  await person.click(await screen.findByRole('button', { name: /^Cancelar/ }))

  expect(await screen.findByText(/^Ha reclamado un pago a su banco: 53,68\s€ esperan a que decida/)).toBeDefined()
})

import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { CustomerPayment } from '#contract/payments'
import { openProductPath } from '../../support/browser-app.tsx'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { openCustomerRecord } from '../../support/record-app.ts'
import { stubRefundForm } from '../../support/refund-app.ts'

const dispute = { state: 'needs-response', amountCents: 8000, answerBy: '2026-12-05T22:59:59.000Z' } as const
const byBank = { reason: 'bank', explanation: null, requestedAt: '2026-11-20T09:00:00.000Z' } as const

async function openPayments(changes: Partial<CustomerPayment>) {
  stubRefundForm(changes)
  const person = openCustomerRecord('payments')
  const table = within(await screen.findByRole('table', { name: 'Pagos' }))
  return { person, state: table.getAllByRole('cell')[3]?.textContent }
}

test.each<[string, Partial<CustomerPayment>, string]>([
  ['to be answered', { dispute }, 'En disputa con el banco: responde en Stripe antes del 5 de diciembre de 2026'],
  [
    'to be answered, with a refund that waits for it',
    { dispute, isRefundHeldUp: true, status: 'refunded', refundedCents: 8000 },
    'En disputa con el banco: responde en Stripe antes del 5 de diciembre de 2026. Hay una devolución que espera a que decida',
  ],
  [
    'without an answer',
    { dispute: { ...dispute, answerBy: null } },
    'En disputa con el banco, que no admite respuesta: falta que decida',
  ],
  ['answered', { dispute: { ...dispute, state: 'under-review' } }, 'En disputa con el banco: falta que decida'],
  ['won', { dispute: { ...dispute, state: 'won' } }, 'Pagado'],
  [
    'lost',
    { dispute: { ...dispute, state: 'lost' }, status: 'refunded', refundedCents: 8000 },
    'Devuelto por el banco',
  ],
  [
    'lost in part',
    { dispute: { ...dispute, state: 'lost', amountCents: 3000 }, status: 'partially-refunded', refundedCents: 3000 },
    'Devuelto por el banco: 30,00 €',
  ],
])('the practice reads beside a disputed payment how it stands: %s', async (_, changes, words) => {
  expect((await openPayments(changes)).state).toBe(words)
})

test('money that the bank took is in the list of refunds, and is not tried again', async () => {
  const lost = { ...dispute, state: 'lost' } as const
  const refunds = [
    { ...byBank, refundId: 'ref_du_1', amountCents: 3000, status: 'succeeded' },
    { ...byBank, refundId: 'ref_du_2', amountCents: 1000, status: 'failed' },
  ] as const

  await openPayments({ dispute: lost, status: 'partially-refunded', refundedCents: 3000, refunds: [...refunds] })

  const table = within(await screen.findByRole('table', { name: 'Devoluciones' }))
  expect(table.getAllByText('Disputa perdida en el banco')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Reintentar/ })).toBeNull()
})

test('a refund that is refused because of a dispute says who has the money and what can be done', async () => {
  const { person } = await openPayments({ dispute })
  fakeApi.refuse('POST /customers/cus_aaaaaaaa/payments/pay_aaaaaaaa/refunds', 'payment-disputed')
  await person.click(screen.getByRole('button', { name: /^Devolver el pago/ }))
  const form = within(await screen.findByRole('dialog', { name: /^Devolver el pago/ }))
  await person.type(await form.findByLabelText('Motivo'), 'No puede venir')

  await person.click(form.getByRole('button', { name: /^Devolver 80/ }))

  expect(await form.findByText(/ha reclamado este pago a su banco .* Responde en Stripe/)).toBeDefined()
})

test('the answer is to be done by its term, and leads to the payment', async () => {
  stubAdminAgenda()
  const task = {
    kind: 'payment-disputed',
    customerId: 'cus_aaaaaaaa',
    customerName: 'Lucía Ferrer',
    at: dispute.answerBy,
  }
  fakeApi.answer('GET /customers/tasks', {
    items: [{ ...task, percent: null, percentBefore: null }] as never,
    more: false,
  })
  openProductPath('/admin')
  const list = within(await screen.findByRole('region', { name: 'Por hacer' }))

  const press = await list.findByRole('link', { name: /^Ver pago/ })

  expect(press.getAttribute('href')).toBe('/client/cus_aaaaaaaa?tab=payments')
  expect(list.getByText(/responde en Stripe antes del 5 dic/)).toBeDefined()
})

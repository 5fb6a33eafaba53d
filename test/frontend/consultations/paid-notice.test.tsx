import { fireEvent, screen, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  chooseRowAction,
  askToSchedule,
  createAdminConsultation,
  sampleOrderToSchedule,
  stubAdminAgenda,
} from '../../support/admin-app.ts'
import type { CustomerPayment } from '#contract/payments'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { paidCancellationOptions } from '../../support/own-consultations.ts'
import { sampleCustomerPayment } from '../../support/refund-app.ts'

const orderId = 'ord_aaaaaaaa'
const paid = 'Pagada: 80,00 €, el 7 de noviembre de 2026. Devueltos o pedidos: 20,00 €.'
const kept = /^Su pago no se devuelve al cancelarla: queda en «Pendiente de agendar»/

beforeEach(() => void vi.setSystemTime('2026-11-21T09:00:00.000Z'))

function openAgenda({
  isPaid = true,
  customerId = 'cus_aaaaaaaa',
  more = {},
}: { isPaid?: boolean; customerId?: string; more?: Partial<CustomerPayment> } = {}) {
  const consultation = createAdminConsultation(isPaid ? { isPaid, orderId } : {})
  stubAdminAgenda({ coming: [consultation], toSchedule: [{ ...sampleOrderToSchedule, customerId, orderId }] })
  const payment = {
    ...sampleCustomerPayment,
    customerId,
    refundedCents: 2000,
    status: 'partially-refunded',
    ...more,
  } as const
  fakeApi.answer(`GET /customers/${customerId}/payments`, { items: [payment], next: null })
  return openProductPath('/admin')
}

test('A-71 the dialog of the state says what was paid, when and what went back, and that cancelling keeps the payment', async () => {
  const person = openAgenda()
  await chooseRowAction(person, 'Estado')
  const dialog = within(await screen.findByRole('dialog', { name: 'Estado de la consulta' }))

  expect(await dialog.findByText(paid)).toBeDefined()
  expect(dialog.queryByText(kept)).toBeNull()
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'cancelled' } })

  expect(dialog.getByText(kept)).toBeDefined()
})

test('of a payment that the bank took back the dialog says so', async () => {
  const dispute = { state: 'lost', amountCents: 8000, answerBy: null } as const
  const person = openAgenda({ more: { dispute, refundedCents: 8000, status: 'refunded' } })

  await chooseRowAction(person, 'Estado')

  expect(await screen.findByText(/Devueltos o pedidos: 80,00 €\. Devuelto por el banco\.$/)).toBeDefined()
})

test('A-71 the question before a paid consultation is deleted says what was paid and what becomes of it', async () => {
  const person = openAgenda()
  await chooseRowAction(person, 'Eliminar')
  const dialog = within(await screen.findByRole('dialog'))

  expect(await dialog.findByText(paid)).toBeDefined()
  expect(dialog.getByText(kept)).toBeDefined()
})

test('A-71 of one that is not paid nothing is said, and nothing asked', async () => {
  const person = openAgenda({ isPaid: false })
  await chooseRowAction(person, 'Eliminar')

  await screen.findByRole('dialog')

  expect(screen.queryByText(/Pagada|Ya está pagada/)).toBeNull()
  expect(fakeApi.asked('GET /customers/cus_aaaaaaaa/payments')).toEqual([])
})

test('A-71 who gives a paid order its hour reads what was paid', async () => {
  const person = openAgenda({ customerId: 'cus_bbbbbbbb' })
  await askToSchedule(person)

  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))

  expect(await dialog.findByText(paid)).toBeDefined()
})

const early = /^Esa hora es antes de que acabe su plazo para desistir, el sábado 5 de diciembre a las 23:59/

test('A-71 who gives a paid order an early hour reads that the client keeps the whole right until they ask for it; of a late one nothing', async () => {
  const person = openAgenda({ customerId: 'cus_bbbbbbbb' })
  const { paymentId } = sampleCustomerPayment
  const terms = { ...paidCancellationOptions, paymentId, earlyStartUntil: '2026-12-05T23:00:00.000Z' }
  fakeApi.answerAny(`GET /customers/cus_bbbbbbbb/payments/${paymentId}/options`, terms)
  await askToSchedule(person)
  const dialog = within(await screen.findByRole('dialog', { name: 'Programar Nueva Consulta' }))
  fireEvent.change(dialog.getByLabelText('Hora'), { target: { value: '10:30' } })

  fireEvent.change(dialog.getByLabelText('Fecha'), { target: { value: '2026-12-01' } })
  expect(await dialog.findByText(early)).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Fecha'), { target: { value: '2026-12-07' } })
  expect(dialog.queryByText(early)).toBeNull()
})

test('A-71 the practice reads on a consultation at which hours nobody came before it was given another', async () => {
  const missed = { missedStarts: ['2026-11-10T09:00:00.000Z', '2026-11-17T16:30:00.000Z'] }
  stubAdminAgenda({ coming: [createAdminConsultation(missed)] })
  openProductPath('/admin')

  const text = await screen.findByText(/^No asistió a su hora de antes:/)

  expect(text.textContent).toMatch(/martes,? 10 de noviembre, 10:00 h, martes,? 17 de noviembre, 17:30 h\.$/)
})

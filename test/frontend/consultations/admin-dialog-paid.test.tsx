import { screen, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseRowAction, createAdminConsultation, stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

beforeEach(() => vi.setSystemTime('2026-11-21T09:00:00.000Z'))

describe('a consultation that is paid', () => {
  const orderId = 'ord_aaaaaaaa'
  const payment = {
    paymentId: 'pay_aaaaaaaa',
    customerId: 'cus_aaaaaaaa',
    orderId,
    concept: 'Primera consulta',
    amountCents: 8000,
    refundedCents: 0,
    currency: 'eur',
    status: 'completed',
    paidAt: '2026-11-18T23:30:00.000Z',
    receiptNumber: '2026-1',
    refunds: [],
  } as const

  async function openEditing(payments: readonly (Omit<typeof payment, 'refundedCents'> & { refundedCents: number })[]) {
    stubAdminAgenda({ coming: [createAdminConsultation({ isPaid: true, orderId })] })
    fakeApi.answer('GET /customers/cus_aaaaaaaa/payments', { items: [...payments], next: null })
    const person = openProductPath('/admin')
    await chooseRowAction(person, 'Editar')
    return within(await screen.findByRole('dialog', { name: 'Editar Consulta' }))
  }

  test('says what was paid and on which day in Madrid', async () => {
    const dialog = await openEditing([payment])

    expect(await dialog.findByText('Pagada: 80,00 €, el 19 de noviembre de 2026.')).toBeDefined()
  })

  test('says what went back', async () => {
    const dialog = await openEditing([{ ...payment, refundedCents: 2000 }])

    expect(await dialog.findByText(/^Pagada: .* Devueltos o pedidos: 20,00 €\.$/)).toBeDefined()
  })

  test('says that it is paid before more is known', async () => {
    const dialog = await openEditing([])

    expect(await dialog.findByText('Ya está pagada.')).toBeDefined()
  })
})

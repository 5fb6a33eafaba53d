import { screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import {
  createOwnConsultation,
  paidCancellationOptions,
  stubOwnConsultations,
} from '../../support/own-consultations.ts'

test('A-71 who cancels with a refund that Stripe refuses reads that the consultation is cancelled and the money is not lost', async () => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubOwnConsultations([createOwnConsultation({ isPaid: true })])
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/options', paidCancellationOptions)
  fakeApi.answer('POST /payments/pay_aaaaaaaa/refunds', {
    refundId: 'ref_aaaaaaaa',
    amountCents: 8000,
    status: 'failed',
  })
  const person = openProductPath('/client?tab=consultations')

  await person.click(await screen.findByRole('button', { name: 'Eliminar' }))
  await person.click(await screen.findByRole('button', { name: 'Cancelar y recuperar 80,00 €' }))

  expect(await screen.findByText('Consulta cancelada, pero no hemos podido devolverte 80,00 €')).toBeDefined()
  expect(screen.getByText(/El dinero sigue siendo tuyo/)).toBeDefined()
})

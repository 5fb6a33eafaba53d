import type { OwnConsultation } from '#contract/consultation'
import { signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'

export const createOwnConsultation = (changes: Partial<OwnConsultation> = {}): OwnConsultation => ({
  consultationId: 'con_aaaaaaaa',
  startsAt: '2026-12-01T10:00:00.000Z',
  durationMinutes: 60,
  type: 'seguimiento',
  status: 'scheduled',
  priceCents: 6000,
  proposedPriceCents: null,
  priceDeclinedAt: null,
  message: null,
  toConfirm: false,
  lapsesAt: null,
  lapsed: false,
  isPaid: false,
  isIncluded: false,
  version: 3,
  ...changes,
})

export const paidCancellationOptions = {
  now: '2026-11-21T09:00:00.000Z',
  paymentId: 'pay_aaaaaaaa',
  consultationId: 'con_aaaaaaaa',
  amountCents: 8000,
  mayMove: true,
  mayCancel: true,
  mayKeep: true,
  refundCents: 8000,
  rule: 'notice',
  until: '2026-11-30T10:00:00.000Z',
} as const

export function stubOwnConsultations(items: readonly OwnConsultation[]): void {
  signInAsRole('cliente')
  fakeApi.answer('GET /customers/current', { customerId: 'cus_aaaaaaaa', name: 'Lucía', email: 'lucia@example.com' })
  fakeApi.answer('GET /consultations/mine', { items: [...items], next: null })
  fakeApi.answer('GET /consultations/mine/counts', { total: 2, completed: 1, upcoming: 1 })
  fakeApi.answer('GET /consultations/mine/con_aaaaaaaa/slots', {
    durationMinutes: 60,
    bookable: { from: '2026-11-22', to: '2027-01-20' },
    days: [],
  })
  fakeApi.answer('GET /consultations/mine/next', { consultation: null, toSchedule: null, freeRequests: true })
}

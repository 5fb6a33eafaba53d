import type { CustomerPayment } from '#contract/payments'
import { fakeApi } from './fake-api.ts'
import { paidCancellationOptions } from './own-consultations.ts'
import { customerApiPath, stubCustomerRecord } from './record-app.ts'

export const sampleCustomerPayment: CustomerPayment = {
  paymentId: 'pay_aaaaaaaa',
  customerId: 'cus_aaaaaaaa',
  orderId: 'ord_aaaaaaaa',
  concept: 'Primera consulta',
  amountCents: 8000,
  refundedCents: 0,
  currency: 'eur',
  status: 'completed',
  paidAt: '2026-11-07T10:00:00.000Z',
  receiptNumber: '2026-0001',
  refunds: [],
  dispute: null,
  isRefundHeldUp: false,
}

export function stubRefundForm(changes: Partial<CustomerPayment> = {}): void {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}/payments`, { items: [{ ...sampleCustomerPayment, ...changes }], next: null })
  fakeApi.answer(`GET ${customerApiPath}/payments/pay_aaaaaaaa/options`, {
    ...paidCancellationOptions,
    rule: 'withdrawal',
    until: '2026-11-21T23:00:00.000Z',
  })
}

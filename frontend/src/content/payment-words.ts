import type { Payment } from '#contract/payments'

/** What a person reads for the state of a payment. */
export const paymentStatusText: Record<Payment['status'], string> = {
  completed: 'Pagado',
  refunded: 'Reembolsado',
  'partially-refunded': 'Reembolsado en parte',
}

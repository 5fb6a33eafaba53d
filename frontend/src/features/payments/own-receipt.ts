import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'

/** The caller's own receipt of a payment, with the link of its PDF. */
export const ownReceipt = ({ paymentId }: Payment) => call(api.payments.receipt, { params: { paymentId } })

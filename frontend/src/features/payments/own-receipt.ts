import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'

export const ownReceipt = ({ paymentId }: Payment) => call(api.payments.receipt, { params: { paymentId } })

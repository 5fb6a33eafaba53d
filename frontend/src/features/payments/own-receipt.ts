import { apiContract } from '#contract/api'
import type { Payment } from '#contract/payment'
import { callApi } from '../../api/call-api.ts'

export const fetchOwnReceipt = ({ paymentId }: Payment) =>
  callApi(apiContract.payments.receipt, { params: { paymentId } })

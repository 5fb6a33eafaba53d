import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { Payment } from '#contract/payments'
import { callApi } from '../../api/call-api.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

/** Refunds the rest of a payment. A failed refund may be done in part, so the record is reloaded. */
export function useRefundPayment({ withProof, isCancelled }: FreshMfaProofPrompt, done: () => void) {
  const queries = useQueryClient()
  const invalidate = () => invalidateQueriesByPath(queries, '/customers/{customerId}', '/consultations')
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ customerId, paymentId }: Payment) =>
      withProof(() => callApi(apiContract.payments.refundUnproven, { params: { customerId, paymentId } })),
    onSuccess: () => {
      showNotice.success('Pago devuelto')
      done()
      return invalidate()
    },
    onError: (failure) => (isCancelled(failure) ? undefined : invalidate()),
  })
  return { refund: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}

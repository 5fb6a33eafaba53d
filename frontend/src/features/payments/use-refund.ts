import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'
import type { Proof } from '../../api/proof.ts'
import { notify } from '../../ui/notify.ts'

const touched: readonly string[] = ['/customers/{customerId}', '/consultations']

/** Refunds the rest of a payment. A failed refund may be done in part, so the record is reloaded. */
export function useRefund({ withProof, isCancelled }: Proof, done: () => void) {
  const queries = useQueryClient()
  const invalidate = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => touched.some((each) => String(path).startsWith(each)),
    })
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ customerId, paymentId }: Payment) =>
      withProof(() => call(api.payments.refundUnproven, { params: { customerId, paymentId } })),
    onSuccess: () => {
      notify.success('Pago devuelto')
      done()
      return invalidate()
    },
    onError: (failure) => (isCancelled(failure) ? undefined : invalidate()),
  })
  return { refund: mutate, error: error && !isCancelled(error) ? error : null, isPending }
}

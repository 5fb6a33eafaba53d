import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import type { Payment } from '#contract/payments'
import { call } from '../../api/call.ts'
import { notify } from '../../ui/notify.ts'

/** Runs what only goes with a fresh code, and whether somebody left that question. */
export interface Proof {
  readonly proven: <T>(ask: () => Promise<T>) => Promise<T>
  readonly left: (error: unknown) => boolean
}

const touched: readonly string[] = ['/customers/{customerId}', '/consultations']

/** Gives back what is left of a payment. What failed may have been done by half: the record shows what there is. */
export function useRefund({ proven, left }: Proof, done: () => void) {
  const queries = useQueryClient()
  const invalidate = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => touched.some((each) => String(path).startsWith(each)),
    })
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ customerId, paymentId }: Payment) =>
      proven(() => call(api.payments.refundUnproven, { params: { customerId, paymentId } })),
    onSuccess: () => {
      notify.success('Pago devuelto')
      done()
      return invalidate()
    },
    onError: (failure) => (left(failure) ? undefined : invalidate()),
  })
  return { refund: mutate, error: error && !left(error) ? error : null, isPending }
}

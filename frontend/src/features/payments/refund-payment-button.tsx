import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Payment } from '#contract/payment'
import type { UnverifiedEmailPayment } from '#contract/payments'
import { formatCents } from '#contract/money'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { formatInstantAsDay, formatDayAndTime } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { callApi } from '../../api/call-api.ts'
import { invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

interface RefundProps {
  readonly payment: UnverifiedEmailPayment
  readonly email: string
  readonly proof: FreshMfaProofPrompt
}

export function RefundPaymentButton({ isOnly, ...props }: RefundProps & { readonly isOnly: boolean }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="remove" onClick={() => setAsking(true)}>
        Devolver el pago{!isOnly && ` del ${formatInstantAsDay(props.payment.paidAt)}`}
      </Button>
      {asking && <RefundDialog {...props} close={() => setAsking(false)} />}
    </>
  )
}

function RefundDialog({ payment, email, proof, close }: RefundProps & { readonly close: () => void }) {
  const { refund, error, isPending, unreturnedCents } = useRefundPayment(proof, close)
  const amount = formatCents(payment.amountCents - payment.refundedCents)
  return (
    <ConfirmDialog
      title={`¿Devolver ${amount}?`}
      action={`Devolver ${amount}`}
      busy={isPending}
      busyText="Devolviendo..."
      confirm={() => refund(payment)}
      cancel={close}
    >
      <p>
        Se devolverán por el mismo medio con el que se pagaron y avisaremos a {email}. El pedido saldrá de «Pendiente de
        agendar». Esta acción no se puede deshacer.
      </p>
      {payment.consultationStartsAt && (
        <p>
          Pagó la consulta del {formatDayAndTime(payment.consultationStartsAt)}: se cancelará, su hora quedará libre y
          se lo diremos por correo.
        </p>
      )}
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      {unreturnedCents > 0 && (
        <NoticeBox kind="problem">
          Stripe no ha podido devolverlo todo: quedan {formatCents(unreturnedCents)} por devolver. Puedes reintentarlo.
        </NoticeBox>
      )}
    </ConfirmDialog>
  )
}

/** Part of it may succeed even if nothing was refused, so the record is refetched. */
function useRefundPayment({ withProof, isCancelled }: FreshMfaProofPrompt, done: () => void) {
  const queries = useQueryClient()
  const invalidate = () => invalidateQueriesByPath(queries, '/customers/{customerId}', '/consultations')
  const { mutate, error, isPending, data } = useMutation({
    mutationFn: ({ customerId, paymentId }: Payment) =>
      withProof(() => callApi(apiContract.payments.refundUnproven, { params: { customerId, paymentId } })),
    onSuccess: ({ status }) => {
      if (status === 'refunded') {
        showNotice.success('Pago devuelto')
        done()
      }
      return invalidate()
    },
    onError: (failure) => (isCancelled(failure) ? undefined : invalidate()),
  })
  const unreturnedCents = data && data.status !== 'refunded' ? data.amountCents - data.refundedCents : 0
  return { refund: mutate, error: error && !isCancelled(error) ? error : null, isPending, unreturnedCents }
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import {
  formatCancellationRule,
  formatRefundArrival,
  formatRefundRequested,
  REFUND_REFUSED,
} from '#contract/cancellation-sentences'
import { formatCents } from '#contract/money'
import type { Payment } from '#contract/payment'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'

/** For a payment kept after a cancellation or a no-show; for others the dialog explains why not. */
export function OwnRefundButton({ payment }: { readonly payment: Payment }) {
  const [asking, setAsking] = useState(false)
  if (payment.status === 'refunded' || payment.amountCents === 0) return null
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={`Pedir devolución del pago ${payment.receiptNumber}`}
        onClick={() => setAsking(true)}
      >
        Pedir devolución
      </Button>
      {asking && <OwnRefundDialog payment={payment} close={() => setAsking(false)} />}
    </>
  )
}

function OwnRefundDialog({ payment, close }: { readonly payment: Payment; readonly close: () => void }) {
  const { paymentId } = payment
  const params = { paymentId }
  const options = useQuery({
    ...endpointQueryOptions(apiContract.payments.refundOptions, { params }),
    staleTime: 0,
  })
  const queries = useQueryClient()
  const [refundId] = useState(() => `ref_${crypto.randomUUID()}`)
  const invalidate = () => invalidateQueriesByPath(queries, '/consultations/mine', '/payments')
  const refund = useMutation({
    ...endpointMutationOptions(apiContract.payments.refundOwn),
    onSuccess: ({ status, amountCents, isHeldUp }) => {
      if (status === 'failed')
        showNotice.failure(`No hemos podido devolverte ${formatCents(amountCents)}`, REFUND_REFUSED)
      else showNotice.success('Devolución pedida', formatRefundRequested(amountCents, isHeldUp ? amountCents : 0))
      close()
      return invalidate()
    },
    onError: invalidate,
  })
  const { refundCents = 0, heldUpCents, consultationId, now = '' } = options.data ?? {}
  const error = options.error ?? refund.error
  return (
    <Dialog title="Devolución de tu pago" close={close}>
      {options.isPending && <CardLoading text="Mirando qué te corresponde..." />}
      {options.data && <p>{formatCancellationRule(options.data)}</p>}
      {refundCents > 0 && (
        <p>
          {formatRefundArrival(refundCents, now, heldUpCents)}
          {consultationId && ' Si la consulta está por venir, se cancela y su hora queda libre.'}
        </p>
      )}
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          {refundCents > 0 ? 'Conservar mi pago' : 'Cerrar'}
        </Button>
        {refundCents > 0 && (
          <Button
            variant="danger"
            busy={refund.isPending}
            busyText="Pidiendo la devolución..."
            onClick={() => refund.mutate({ params, body: { refundId, amountCents: refundCents } })}
          >
            Pedir la devolución de {formatCents(refundCents)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

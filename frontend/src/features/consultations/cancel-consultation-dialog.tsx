import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiContract } from '#contract/api'
import {
  formatCancellationRule,
  formatKeptPayment,
  formatRefundArrival,
  formatRefundRequested,
  REFUND_REFUSED,
} from '#contract/cancellation-sentences'
import type { OwnConsultation } from '#contract/consultation'
import type { EndpointReply } from '#contract/endpoint'
import { formatCents } from '#contract/money'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { formatNamedViewerTime } from '../../ui/viewer-time.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { ConsultationTime } from './consultation-time.tsx'
import { useOwnCancellationOptions, useOwnConsultationMutations } from './use-own-consultations.ts'

interface CancelDialogProps {
  readonly consultation: OwnConsultation
  readonly move: () => void
  readonly close: () => void
}

const TITLE = '¿Estás seguro de que quieres eliminar esta consulta?'

export function CancelConsultationDialog(props: CancelDialogProps) {
  const { isPaid, isIncluded } = props.consultation
  // The payment of a budget belongs to all that it includes.
  if (isIncluded) return <IncludedDialog {...props} />
  return isPaid ? <PaidDialog {...props} /> : <UnpaidDialog {...props} />
}

function IncludedDialog(props: CancelDialogProps) {
  const { consultation, close } = props
  const { data, error, refetch } = useOwnCancellationOptions(consultation)
  if (data && !data.mayCancel)
    return (
      <Dialog title={TITLE} close={close}>
        <p>{formatCancellationRule(data)}</p>
        <KeepButton close={close} />
      </Dialog>
    )
  return (
    <UnpaidDialog {...props}>
      {data && <p>{toBudgetTerms(data)}</p>}
      {!data && !error && <CardLoading text="Mirando tu presupuesto..." />}
      {!data && error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
    </UnpaidDialog>
  )
}

const KeepButton = ({ close }: Pick<CancelDialogProps, 'close'>) => (
  <div className="dialog-actions">
    <Button variant="secondary" onClick={close}>
      Conservar la consulta
    </Button>
  </div>
)

function UnpaidDialog({ consultation, close, children }: CancelDialogProps & { readonly children?: ReactNode }) {
  const { cancel } = useOwnConsultationMutations(close)
  const { consultationId, version, startsAt, durationMinutes } = consultation
  return (
    <ConfirmDialog
      title={TITLE}
      action="Eliminar consulta"
      refusal="Conservarla"
      busy={cancel.isPending}
      busyText="Eliminando..."
      confirm={() => cancel.mutate({ params: { consultationId }, query: { version } })}
      cancel={close}
    >
      <p>
        Es el <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />. La hora quedará libre y verás la
        consulta como cancelada en tu historial.
      </p>
      {children}
      {cancel.error && <NoticeBox kind="problem">{toErrorMessage(cancel.error)}</NoticeBox>}
    </ConfirmDialog>
  )
}

function toBudgetTerms({ mayKeep, rule }: Options): string {
  if (mayKeep) return 'Vuelve a tu presupuesto: puedes elegir otra hora sin pagar nada más.'
  return rule === 'missed-before'
    ? 'En tu presupuesto sigue contando como usada, porque no pudiste asistir a una hora anterior.'
    : 'Tu presupuesto ya ha terminado: te devolvemos la parte de lo pagado que corresponde a esta consulta.'
}

function PaidDialog(props: CancelDialogProps) {
  const { consultation, close } = props
  const { startsAt, durationMinutes } = consultation
  const { data, error, refetch } = useOwnCancellationOptions(consultation)
  return (
    <Dialog title={TITLE} close={close}>
      <p>
        Es el <ConsultationTime startsAt={startsAt} minutes={durationMinutes} />. Al cancelarla, la hora queda libre.
        ¿Qué hacemos con tu pago?
      </p>
      {!data && !error && <CardLoading text="Mirando qué puedes hacer..." />}
      {!data && error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && <Choices {...props} options={data} />}
      <KeepButton close={close} />
    </Dialog>
  )
}

type Options = EndpointReply<typeof apiContract.payments.consultationOptions>

function Choices({ consultation, options, move, close }: CancelDialogProps & { readonly options: Options }) {
  const { mayMove, mayKeep, refundCents, heldUpCents, amountCents, rule, now } = options
  const { cancel } = useOwnConsultationMutations(close)
  const refund = useRefund(close)
  const { consultationId, version } = consultation
  const error = cancel.error ?? refund.error
  const own = options.until && formatNamedViewerTime(options.until)
  return (
    <>
      <p className="field-hint">
        {formatCancellationRule(options)}
        {own && ` Para ti, hasta: ${own}.`}
      </p>
      <ul className="cancel-choices">
        {mayMove && (
          <li>
            <Button variant="secondary" onClick={move}>
              Elegir otra hora
            </Button>
            <p>Conservas tu pago y no pagas nada más.</p>
          </li>
        )}
        {mayKeep && (
          <li>
            <Button
              variant="secondary"
              busy={cancel.isPending}
              busyText="Cancelando..."
              onClick={() => cancel.mutate({ params: { consultationId }, query: { version } })}
            >
              Cancelar y guardar mi pago
            </Button>
            {/* Part of the payment may already be refunded. */}
            <p>{formatKeptPayment(refundCents > 0 ? refundCents : amountCents, rule !== 'missed-before')}</p>
          </li>
        )}
        {refundCents > 0 && (
          <li>
            <Button
              variant="remove"
              busy={refund.isPending}
              busyText="Cancelando..."
              onClick={() => refund.ask(options)}
            >
              {heldUpCents >= refundCents
                ? 'Cancelar y pedir la devolución'
                : `Cancelar y recuperar ${formatCents(refundCents)}`}
            </Button>
            <p>{formatRefundArrival(refundCents, now, heldUpCents)}</p>
          </li>
        )}
      </ul>
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
    </>
  )
}

function useRefund(done: () => void) {
  const queries = useQueryClient()
  // One id per dialog, so that a second press repeats the same refund.
  const [refundId] = useState(() => `ref_${crypto.randomUUID()}`)
  const invalidate = () => invalidateQueriesByPath(queries, '/consultations/mine', '/payments')
  const { mutate, isPending, error } = useMutation({
    ...endpointMutationOptions(apiContract.payments.refundOwn),
    onSuccess: ({ status, amountCents, isHeldUp }) => {
      if (status === 'failed')
        showNotice.failure(
          `Consulta cancelada, pero no hemos podido devolverte ${formatCents(amountCents)}`,
          REFUND_REFUSED,
        )
      else showNotice.success('Consulta cancelada', formatRefundRequested(amountCents, isHeldUp ? amountCents : 0))
      done()
      return invalidate()
    },
    onError: () => void invalidate(),
  })
  const ask = ({ paymentId, refundCents: amountCents }: Options) =>
    paymentId && mutate({ params: { paymentId }, body: { refundId, amountCents } })
  return { ask, isPending, error }
}

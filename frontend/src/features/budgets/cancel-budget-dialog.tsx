import type { BudgetCancellationOptions } from '#contract/budgets'
import { formatRefundArrival, formatRefundRequested } from '#contract/cancellation-sentences'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { preventAmountWrapping } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatViewerAside } from '../../ui/viewer-time.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { formatSum } from './budget-words.ts'
import { useBudgetCancellation, useCancelBudget } from './use-own-budgets.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './own-agreement.css'

interface CancelProps {
  readonly budgetId: string
  readonly close: () => void
}

/**
 * Shows the refund to the cent before confirming; if it has changed by then the server refuses, and the new sum is
 * shown.
 */
export function CancelBudgetDialog({ budgetId, close }: CancelProps) {
  const options = useBudgetCancellation(budgetId)
  const cancel = useCancelBudget((refundCents, heldUpCents) => {
    showNotice.success(
      'Presupuesto cancelado',
      refundCents > 0 ? formatRefundRequested(refundCents, heldUpCents) : undefined,
    )
    close()
  })
  const error = cancel.error ?? options.error
  const { data } = options
  return (
    <Dialog title="Cancelar el presupuesto" close={close}>
      {options.isPending && <CardLoading text="Calculando lo que te devolvemos..." />}
      {data && <Reckoning {...data} />}
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          Seguir con el presupuesto
        </Button>
        {options.isLoadingError && <RetryButton variant="secondary" retry={options.refetch} />}
        {data && (
          <Button
            variant="danger"
            busy={cancel.isPending}
            busyText="Cancelando..."
            disabled={options.isFetching}
            onClick={() => cancel.mutate({ params: { budgetId }, body: { refundCents: data.refundCents } })}
          >
            {data.refundCents > 0 && data.heldUpCents === 0
              ? `Cancelar y recibir ${formatSum(data.refundCents)}`
              : 'Cancelar el presupuesto'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const Reckoning = ({
  now,
  paidCents,
  owedCents,
  refundCents,
  heldUpCents,
  rule,
  consultationsToCancel,
}: BudgetCancellationOptions) => (
  <>
    <p>
      {rule === 'withdrawal'
        ? `Estás dentro de los 14 días para desistir: te devolvemos todo lo que has pagado.`
        : 'Pagas solo la parte de lo que ya has recibido; el resto te lo devolvemos.'}
    </p>
    <dl className="budget-reckoning">
      <dt>Has pagado</dt>
      <dd>{formatSum(paidCents)}</dd>
      {rule !== 'withdrawal' && (
        <>
          <dt>Has recibido por valor de</dt>
          <dd>{formatSum(owedCents)}</dd>
        </>
      )}
      <dt>
        <strong>Te devolvemos</strong>
      </dt>
      <dd>
        <strong>{formatSum(refundCents)}</strong>
      </dd>
    </dl>
    {refundCents > 0 && <p>{preventAmountWrapping(formatRefundArrival(refundCents, now, heldUpCents))}</p>}
    {consultationsToCancel.length > 0 && (
      <>
        <p>También se cancelan tus próximas consultas:</p>
        <ul>
          {consultationsToCancel.map(({ startsAt }) => (
            <li key={startsAt}>
              {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h{formatViewerAside(startsAt)}
            </li>
          ))}
        </ul>
      </>
    )}
    <p>Lo que quede por pagar ya no tendrás que pagarlo. La cancelación no se puede deshacer.</p>
  </>
)

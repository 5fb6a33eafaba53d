import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { BudgetCancellationRule } from '#contract/budget-rules'
import type { BudgetCancellationOptions } from '#contract/budgets'
import { isEditConflictError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { formatSum } from './budget-words.ts'

const ruleTexts: Readonly<Record<BudgetCancellationRule, string>> = {
  withdrawal: 'Está dentro de los 14 días de desistimiento: se devuelve todo lo pagado.',
  'withdrawal-in-part': 'Está dentro de los 14 días de desistimiento: se devuelve lo pagado menos lo ya prestado.',
  unused: 'Se devuelve lo pagado menos lo ya prestado.',
}

interface CancelDialogProps {
  readonly customerId: string
  readonly budgetId: string
  readonly proof: FreshMfaProofPrompt
  readonly close: () => void
}

const { budgetCancellationOfCustomer, cancelBudgetOfCustomer } = apiContract.customerBudgets

/** Shows the refund to the cent, and cancels for exactly that amount. */
export function CustomerBudgetCancelDialog({ customerId, budgetId, proof, close }: CancelDialogProps) {
  const queries = useQueryClient()
  const params = { customerId, budgetId }
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQueryOptions(budgetCancellationOfCustomer, { params }),
    staleTime: 0,
    gcTime: 0,
  })
  const cancel = useMutation({
    mutationFn: (refundCents: number) =>
      proof.withProof(() => callApi(cancelBudgetOfCustomer, { params, body: { refundCents } })),
    onSuccess: async ({ refundCents }) => {
      showNotice.success(`Presupuesto cancelado: ${formatSum(refundCents)} de devolución`)
      close()
      await invalidateQueriesByPath(queries, '/customers', '/consultations')
    },
    onError: (problem) => (isEditConflictError(problem) ? refetch() : undefined),
  })
  const problem = cancel.error && !proof.isCancelled(cancel.error) ? cancel.error : undefined
  return (
    <Dialog title="¿Cancelar este presupuesto?" close={close}>
      {!data && !error && <CardLoading text="Calculando la devolución..." />}
      {error && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
      {data && (
        <>
          <dl className="customer-budget-sums">
            <div>
              <dt>Pagado</dt>
              <dd>{formatSum(data.paidCents)}</dd>
            </div>
            <div>
              <dt>Ya prestado</dt>
              <dd>{formatSum(data.owedCents)}</dd>
            </div>
            <div>
              <dt>Se devuelve</dt>
              <dd>{formatSum(data.refundCents)}</dd>
            </div>
          </dl>
          <RefundTerms {...data} />
          {data.consultationsToCancel.length > 0 && (
            <>
              <p>También se cancelan estas horas, y quedan libres:</p>
              <ul>
                {data.consultationsToCancel.map(({ startsAt }) => (
                  <li key={startsAt}>
                    {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {problem && (
        <NoticeBox kind="problem">
          {isEditConflictError(problem)
            ? 'Mientras tanto ha cambiado algo. Esta es la cuenta de ahora: revísala antes de cancelar.'
            : toErrorMessage(problem)}
        </NoticeBox>
      )}
      <div className="dialog-actions">
        <Button variant="secondary" onClick={close}>
          No cancelar
        </Button>
        <Button
          variant="danger"
          disabled={!data || isFetching}
          busy={cancel.isPending}
          busyText="Cancelando..."
          onClick={() => data && cancel.mutate(data.refundCents)}
        >
          {data ? `Cancelar y devolver ${formatSum(data.refundCents)}` : 'Cancelar'}
        </Button>
      </div>
    </Dialog>
  )
}

const RefundTerms = ({ rule, heldUpCents }: Pick<BudgetCancellationOptions, 'rule' | 'heldUpCents'>) => (
  <>
    <p>{ruleTexts[rule]}</p>
    {heldUpCents > 0 && (
      <p>
        Ha reclamado un pago a su banco: {formatSum(heldUpCents)} esperan a que decida, y se devuelven solo si no lo
        hace él.
      </p>
    )}
  </>
)

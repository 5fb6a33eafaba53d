import { apiContract } from '#contract/api'
import type { BudgetInvoice } from '#contract/budgets'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { formatSum } from './budget-words.ts'
import { useBudgetMutation } from './customer-budget-queries.ts'

const kindLabels: Readonly<Record<BudgetInvoice['kind'], string>> = {
  invoice: 'Factura',
  'credit-note': 'Factura rectificativa',
}

interface InvoicesProps {
  readonly customerId: string
  readonly budgetId: string
  readonly invoices: readonly BudgetInvoice[]
}

const keyOf = ({ kind, orderId, refundId }: Pick<BudgetInvoice, 'kind' | 'orderId' | 'refundId'>) =>
  `${kind} ${refundId ?? orderId}`

/** Invoices are written in another program; the practice records them here. */
export function CustomerBudgetInvoices({ customerId, budgetId, invoices }: InvoicesProps) {
  const { mutate, error, isPending, variables } = useBudgetMutation(
    apiContract.customerBudgets.noteBudgetInvoice,
    customerId,
  )
  if (invoices.length === 0) return null
  return (
    <>
      <h3>Facturas de este presupuesto</h3>
      <ul className="customer-budget-invoices">
        {invoices.map((invoice) => {
          const { kind, orderId, refundId, amountCents, at, doneAt } = invoice
          return (
            <li key={keyOf(invoice)}>
              <span>
                {kindLabels[kind]}, {formatSum(amountCents)} del {formatInstantAsShortDay(at)}:{' '}
                <strong>{doneAt ? `emitida el ${formatInstantAsShortDay(doneAt)}` : 'por emitir'}</strong>
              </span>
              <Button
                variant={doneAt ? 'plain' : 'secondary'}
                size="small"
                busy={isPending && keyOf(variables.body) === keyOf(invoice)}
                disabled={isPending}
                onClick={() =>
                  mutate({
                    params: { customerId, budgetId },
                    body: { kind, orderId, refundId, done: doneAt === null },
                  })
                }
              >
                {doneAt ? 'Deshacer' : kind === 'invoice' ? 'Factura emitida' : 'Rectificativa emitida'}
                <span className="visually-hidden">
                  : {kindLabels[kind]} de {formatSum(amountCents)}
                </span>
              </Button>
            </li>
          )
        })}
      </ul>
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
    </>
  )
}

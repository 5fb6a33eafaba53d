import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { AgreementPart, BudgetAgreement, CustomerBudget } from '#contract/budgets'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Button } from '../../ui/button.tsx'
import {
  formatCalendarDay,
  formatInstantAsDay,
  formatInstantAsShortDay,
  formatShortCalendarDay,
} from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { formatMilestone, formatPartState, formatSum, formatVat } from './budget-words.ts'
import { CustomerBudgetCancelDialog } from './customer-budget-cancel-dialog.tsx'
import { CustomerBudgetInvoices } from './customer-budget-invoices.tsx'
import { useBudgetMutation } from './customer-budget-queries.ts'

interface AgreementProps {
  readonly customerId: string
  readonly budget: CustomerBudget
  readonly agreement: BudgetAgreement
  readonly proof: FreshMfaProofPrompt
}

export function CustomerBudgetAgreement({ customerId, budget, agreement, proof }: AgreementProps) {
  const { budgetId, invoices } = budget
  const { option, acceptedAt, taxId, address, endedAt, refundedCents, parts, endDay } = agreement
  const { heldUpRefundCents, failedRefundCents } = agreement
  const [isCancelling, setCancelling] = useState(false)
  return (
    <div className="customer-budget-agreement">
      <dl className="facts-list">
        <Fact title="Opción">
          {option.title}, {formatSum(option.priceCents)}. {formatVat(option.vat)}
        </Fact>
        <Fact title="Aceptado">
          {formatInstantAsDay(acceptedAt)}, {agreement.inParts ? 'en partes' : 'en un pago'}
        </Fact>
        <Fact title="NIF">{taxId}</Fact>
        <Fact title="Dirección">{address}</Fact>
        {endDay && <Fact title="Dura hasta">{formatCalendarDay(endDay)}</Fact>}
        {endedAt && (
          <Fact title="Cancelado">
            {formatInstantAsDay(endedAt)}, con {formatSum(refundedCents)} de devolución
          </Fact>
        )}
        {heldUpRefundCents > 0 && (
          <Fact title="Devolución en espera">{formatSum(heldUpRefundCents)}: falta que su banco decida la disputa</Fact>
        )}
        {failedRefundCents > 0 && (
          <Fact title="Devolución rechazada">{formatSum(failedRefundCents)}: escríbele para acordar otro medio</Fact>
        )}
      </dl>
      <h3>Pagos</h3>
      <ResponsiveTable
        caption={`Pagos de ${option.title}`}
        columns={partColumns}
        rows={parts}
        keyOf={({ orderId }) => orderId}
      />
      <Entitlements customerId={customerId} budgetId={budgetId} agreement={agreement} />
      <CustomerBudgetInvoices customerId={customerId} budgetId={budgetId} invoices={invoices} />
      {!endedAt && (
        <Button variant="remove" size="small" onClick={() => setCancelling(true)}>
          Cancelar y devolver lo no usado
        </Button>
      )}
      {isCancelling && (
        <CustomerBudgetCancelDialog
          customerId={customerId}
          budgetId={budgetId}
          proof={proof}
          close={() => setCancelling(false)}
        />
      )}
    </div>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const partColumns: readonly TableColumn<AgreementPart>[] = [
  { title: 'Parte', cell: ({ number, before }) => `${number}, ${formatMilestone(before)}` },
  { title: 'Importe', cell: ({ amountCents }) => formatSum(amountCents), figures: true },
  {
    title: 'Estado',
    cell: ({ state, isPaying, paidAt, dueDay }) => (
      <span className={state === 'late' ? 'customer-budget-late' : undefined}>
        {formatPartState({ state, isPaying })}
        {paidAt && state === 'paid' && ` el ${formatInstantAsShortDay(paidAt)}`}
        {state === 'late' && ` desde el ${formatShortCalendarDay(dueDay)}`}
        {state === 'later' && !isPaying && `, hacia el ${formatShortCalendarDay(dueDay)}`}
      </span>
    ),
  },
]

interface EntitlementsProps {
  readonly customerId: string
  readonly budgetId: string
  readonly agreement: BudgetAgreement
}

function Entitlements({ customerId, budgetId, agreement }: EntitlementsProps) {
  const { consultations, analyses, endedAt } = agreement
  const { mutate, error, isPending } = useBudgetMutation(apiContract.customerBudgets.noteBudgetAnalysis, customerId)
  // Analyses are numbered in the order of use: only the next one is noted, and only the last one undone.
  const note = (number: number, used: boolean) => mutate({ params: { customerId, budgetId }, body: { number, used } })
  return (
    <>
      <h3>Lo que le queda</h3>
      <dl className="facts-list">
        {consultations.count > 0 && <Fact title="Consultas">{formatLeft(consultations)}</Fact>}
        {analyses.count > 0 && <Fact title="Analíticas">{formatLeft(analyses)}</Fact>}
      </dl>
      {analyses.count > 0 && !endedAt && (
        <div className="customer-budget-actions">
          <Button
            variant="secondary"
            size="small"
            disabled={analyses.free === 0}
            busy={isPending}
            onClick={() => note(analyses.used + 1, true)}
          >
            Anotar una analítica hecha
          </Button>
          {analyses.used > 0 && (
            <Button variant="plain" size="small" disabled={isPending} onClick={() => note(analyses.used, false)}>
              La última no se hizo
            </Button>
          )}
        </div>
      )}
      {error && <NoticeBox kind="problem">{toErrorMessage(error)}</NoticeBox>}
    </>
  )
}

/** '2 de 3: 1 ya disponible, 1 a la espera de un pago' */
function formatLeft({ count, used, free, blocked }: BudgetAgreement['consultations']): string {
  const left = count - used
  const parts = [
    ...(free > 0 ? [`${free} ya ${free === 1 ? 'disponible' : 'disponibles'}`] : []),
    ...(blocked > 0 ? [`${blocked} a la espera de un pago`] : []),
  ]
  return [`${left} de ${count}`, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ')
}

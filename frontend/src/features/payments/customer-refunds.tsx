import type { CustomerPayment } from '#contract/payments'
import { formatCents } from '#contract/money'
import type { CustomerRefund } from '#contract/refunds'
import { refundStatusLabels } from '#contract/status-labels'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { getLeftCents } from './customer-refund-dialog.tsx'

const reasonLabels: Readonly<Record<CustomerRefund['reason'], string>> = {
  client: 'La pidió el cliente',
  practice: 'La hizo la consulta',
  unproven: 'Correo sin confirmar',
  stripe: 'Hecha en Stripe',
  bank: 'Disputa perdida en el banco',
}

export interface RefundOfPayment {
  readonly payment: CustomerPayment
  readonly refund: CustomerRefund
}

const mayRetry = ({ payment, refund }: RefundOfPayment): boolean =>
  refund.status === 'failed' &&
  refund.reason !== 'bank' &&
  getLeftCents(payment) > 0 &&
  payment.refunds.every(({ requestedAt, refundId }) => refundId === refund.refundId || requestedAt < refund.requestedAt)

const columns: readonly TableColumn<RefundOfPayment>[] = [
  { title: 'Fecha', cell: ({ refund }) => formatInstantAsDay(refund.requestedAt) },
  { title: 'Pago', cell: ({ payment }) => payment.receiptNumber },
  { title: 'Importe', cell: ({ refund }) => formatCents(refund.amountCents), figures: true },
  { title: 'Motivo', cell: ({ refund }) => refund.explanation ?? reasonLabels[refund.reason] },
]

interface CustomerRefundsProps {
  readonly payments: readonly CustomerPayment[]
  readonly retry: (refund: RefundOfPayment) => void
}

export function CustomerRefunds({ payments, retry }: CustomerRefundsProps) {
  const rows = payments
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .toSorted((one, other) => other.refund.requestedAt.localeCompare(one.refund.requestedAt))
  if (rows.length === 0) return null
  const state = (row: RefundOfPayment) => (
    <span className="receipt-actions">
      <StatusBadge good={row.refund.status === 'succeeded'}>{refundStatusLabels[row.refund.status]}</StatusBadge>
      {mayRetry(row) && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Reintentar la devolución de ${formatCents(row.refund.amountCents)}`}
          onClick={() => retry(row)}
        >
          Reintentar
        </Button>
      )}
    </span>
  )
  return (
    <>
      <h3 className="refunds-title">Devoluciones</h3>
      <ResponsiveTable
        caption="Devoluciones"
        columns={[...columns, { title: 'Estado', cell: state }]}
        rows={rows}
        keyOf={({ refund }) => refund.refundId}
      />
    </>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Payment } from '#contract/payments'
import type { Receipt } from '#contract/receipt'
import { download } from '../../api/download.ts'
import { errorText } from '../../api/error-text.ts'
import { paymentStatusText } from '#contract/status-words'
import { formatCents } from '#contract/money'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { RecordTable, type Column } from '../../ui/record-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import './receipt-dialog.css'

/** The link of the PDF expires after a minute. */
type ReceiptOf = (payment: Payment) => Promise<{ readonly url: string; readonly receipt: Receipt }>

interface ReceiptButtonsProps {
  readonly payment: Payment
  readonly receiptOf: ReceiptOf
}

export function ReceiptButtons({ payment, receiptOf }: ReceiptButtonsProps) {
  const { receiptNumber } = payment
  const [shown, setShown] = useState<Receipt>()
  const seeing = useMutation({
    mutationFn: receiptOf,
    onSuccess: ({ receipt }) => setShown(receipt),
    onError: (error) => notify.failure('Error', errorText(error)),
  })
  const saving = useMutation({
    mutationFn: async (paid: Payment) => download((await receiptOf(paid)).url),
    onError: () => notify.failure('Error', 'No se pudo descargar el archivo.'),
  })
  return (
    <div className="receipt-actions">
      <Button
        variant="secondary"
        size="small"
        busy={seeing.isPending}
        busyText="Abriendo..."
        aria-label={`Ver justificante ${receiptNumber}`}
        onClick={() => seeing.mutate(payment)}
      >
        Ver
      </Button>
      <Button
        variant="secondary"
        size="small"
        busy={saving.isPending}
        busyText="Preparando..."
        aria-label={`Descargar justificante ${receiptNumber}`}
        onClick={() => saving.mutate(payment)}
      >
        Descargar justificante
      </Button>
      {shown && <ReceiptDialog receipt={shown} close={() => setShown(undefined)} />}
    </div>
  )
}

const columns: readonly Column<Payment>[] = [
  { title: 'Fecha', cell: ({ paidAt }) => formatDay(paidAt) },
  { title: 'Concepto', cell: ({ concept }) => concept },
  { title: 'Importe', cell: ({ amountCents }) => formatCents(amountCents), figures: true },
  {
    title: 'Estado',
    cell: ({ status }) => <StatusBadge good={status === 'completed'}>{paymentStatusText[status]}</StatusBadge>,
  },
]

interface PaymentTableProps {
  readonly caption: string
  readonly payments: readonly Payment[]
  readonly receipt: (payment: Payment) => ReactNode
}

export const PaymentTable = ({ caption, payments, receipt }: PaymentTableProps) => (
  <RecordTable
    caption={caption}
    columns={[...columns, { title: 'Justificante de pago', cell: receipt }]}
    rows={payments}
    keyOf={({ paymentId }) => paymentId}
  />
)

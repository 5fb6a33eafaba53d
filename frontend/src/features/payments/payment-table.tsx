import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Payment } from '#contract/payment'
import type { PaymentReceipt } from '#contract/receipt'
import { paymentStatusLabels } from '#contract/status-labels'
import { formatCents } from '#contract/money'
import { formatNotInvoiceNotice, formatReceiptLines } from '#contract/receipt-text'
import { downloadFile } from '../../api/download-file.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Dialog, DialogCloseAction } from '../../ui/dialog.tsx'
import './receipt-dialog.css'

type ReceiptOf = (payment: Payment) => Promise<{ readonly url: string; readonly receipt: PaymentReceipt }>

interface ReceiptButtonsProps {
  readonly payment: Payment
  readonly receiptOf: ReceiptOf
}

export function PaymentReceiptButtons({ payment, receiptOf }: ReceiptButtonsProps) {
  const { receiptNumber } = payment
  const [shown, setShown] = useState<PaymentReceipt>()
  const seeing = useMutation({
    mutationFn: receiptOf,
    onSuccess: ({ receipt }) => setShown(receipt),
    onError: (error) => showNotice.failure('Error', toErrorMessage(error)),
  })
  const saving = useMutation({
    mutationFn: async (paid: Payment) => downloadFile((await receiptOf(paid)).url),
    onError: () => showNotice.failure('Error', 'No se pudo descargar el archivo.'),
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
      {shown && <PaymentReceiptDialog receipt={shown} close={() => setShown(undefined)} />}
    </div>
  )
}

const listColumns = <Shown extends Payment>({
  isUnderWay,
  isHeldUp = () => false,
  dispute = () => undefined,
}: PaymentStates<Shown>): readonly TableColumn<Shown>[] => [
  { title: 'Fecha', cell: ({ paidAt }) => formatInstantAsDay(paidAt) },
  { title: 'Concepto', cell: ({ concept }) => concept },
  { title: 'Importe', cell: ({ amountCents }) => formatCents(amountCents), figures: true },
  {
    title: 'Estado',
    cell: (payment) => {
      const disputed = dispute(payment)
      const refund = isHeldUp(payment) ? 'Devolución cuando decida tu banco' : 'Devolución en camino'
      const state = isUnderWay(payment) ? refund : paymentStatusLabels[payment.status]
      return <StatusBadge good={payment.status === 'completed' && !disputed}>{disputed ?? state}</StatusBadge>
    },
  },
]

interface PaymentStates<Shown extends Payment> {
  readonly isUnderWay: (payment: Shown) => boolean
  /** Whether its client's bank decides first, about a dispute. @default - never */
  readonly isHeldUp?: (payment: Shown) => boolean
  readonly dispute?: (payment: Shown) => string | undefined
}

interface PaymentTableProps<Shown extends Payment> extends PaymentStates<Shown> {
  readonly caption: string
  readonly payments: readonly Shown[]
  readonly receipt: (payment: Shown) => ReactNode
}

export const PaymentTable = <Shown extends Payment>({
  caption,
  payments,
  receipt,
  ...states
}: PaymentTableProps<Shown>) => (
  <ResponsiveTable
    caption={caption}
    columns={[...listColumns(states), { title: 'Justificante de pago', cell: receipt }]}
    rows={payments}
    keyOf={({ paymentId }) => paymentId}
  />
)

interface ReceiptDialogProps {
  readonly receipt: PaymentReceipt
  readonly close: () => void
}

const PaymentReceiptDialog = ({ receipt, close }: ReceiptDialogProps) => (
  <Dialog title="Justificante de pago" close={close}>
    <dl className="receipt-lines">
      {formatReceiptLines(receipt).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p>{formatNotInvoiceNotice(receipt)}</p>
    <DialogCloseAction close={close} />
  </Dialog>
)

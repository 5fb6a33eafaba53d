import type { PaymentReceipt } from '#contract/receipt'
import { formatNotInvoiceNotice, formatReceiptLines } from '#contract/receipt-text'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ReceiptDialogProps {
  readonly receipt: PaymentReceipt
  readonly close: () => void
}

/** The receipt as its PDF says it too. */
export const PaymentReceiptDialog = ({ receipt, close }: ReceiptDialogProps) => (
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
    <div className="dialog-actions">
      <Button variant="secondary" onClick={close}>
        Cerrar
      </Button>
    </div>
  </Dialog>
)

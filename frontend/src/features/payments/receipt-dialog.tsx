import type { Receipt } from '#contract/receipt'
import { notAnInvoice, receiptLines } from '#contract/receipt-words'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ReceiptDialogProps {
  readonly receipt: Receipt
  readonly close: () => void
}

/** The receipt as its PDF says it too. */
export const ReceiptDialog = ({ receipt, close }: ReceiptDialogProps) => (
  <Dialog title="Justificante de pago" close={close}>
    <dl className="receipt-lines">
      {receiptLines(receipt).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p>{notAnInvoice(receipt)}</p>
    <div className="dialog-actions">
      <Button variant="secondary" onClick={close}>
        Cerrar
      </Button>
    </div>
  </Dialog>
)

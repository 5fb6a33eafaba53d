import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly children?: ReactNode
  readonly action: string
  /**
   * Set where 'Cancelar' could be read as the action itself.
   * @default 'Cancelar'
   */
  readonly refusal?: string
  readonly busy?: boolean
  readonly busyText?: string
  readonly inFront?: boolean
  readonly confirm: () => void
  readonly cancel: () => void
}

/** For destructive actions: the cancel button comes first and has the initial focus. */
export const ConfirmDialog = ({
  title,
  children,
  action,
  refusal = 'Cancelar',
  busy,
  busyText,
  inFront = false,
  confirm,
  cancel,
}: ConfirmDialogProps) => (
  <Dialog title={title} close={cancel} inFront={inFront}>
    {children}
    <div className="dialog-actions">
      <Button variant="secondary" onClick={cancel}>
        {refusal}
      </Button>
      <Button variant="danger" busy={busy} busyText={busyText} onClick={confirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)

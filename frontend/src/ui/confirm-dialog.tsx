import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  /** The question. */
  readonly title: string
  /** What follows from a yes. */
  readonly children?: ReactNode
  /** What is done, as a verb: it stands on the button. */
  readonly action: string
  /** The way out, where 'Cancelar' could be read as the deed. @default 'Cancelar' */
  readonly refusal?: string
  readonly busy?: boolean
  readonly busyText?: string
  /** Whether it stays before whatever dialog is open, wherever that is. */
  readonly inFront?: boolean
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Asks before something is destroyed. The way out comes first and has the focus. */
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

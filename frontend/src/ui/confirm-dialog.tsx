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
  readonly busy?: boolean
  readonly busyText?: string
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Asks before something is destroyed. The way out comes first and has the focus. */
export const ConfirmDialog = ({ title, children, action, busy, busyText, confirm, cancel }: ConfirmDialogProps) => (
  <Dialog title={title} close={cancel}>
    {children}
    <div className="dialog-actions">
      <Button look="secondary" onClick={cancel}>
        Cancelar
      </Button>
      <Button look="danger" busy={busy} busyText={busyText} onClick={confirm}>
        {action}
      </Button>
    </div>
  </Dialog>
)

import { X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import './dialog.css'
import './prerendered-dialog.css'

interface OpenerProps {
  readonly opens: string
  readonly about: string
  readonly children: ReactNode
}

function showOnly(id: string): void {
  const dialog = document.getElementById(id)
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return
  for (const other of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) other.close()
  dialog.showModal()
}

export const PrerenderedDialogButton = ({ opens, about, children }: OpenerProps) => (
  <Button
    variant="secondary"
    size="small"
    aria-haspopup="dialog"
    aria-describedby={about}
    {...{ command: 'show-modal', commandfor: opens }}
    onClick={() => showOnly(opens)}
  >
    {children}
  </Button>
)

interface PrerenderedDialogProps {
  readonly id: string
  readonly title: string
  readonly picture: ReactNode
  readonly children: ReactNode
}

/** The event's target is the dialog itself only for a press on the backdrop. */
function closeFromOutside({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
  if (target === currentTarget) currentTarget.close()
}

/** Its content is in the prerendered HTML, and it closes without script. */
export const PrerenderedDialog = ({ id, title, picture, children }: PrerenderedDialogProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
  <dialog
    className="dialog prerendered-dialog"
    id={id}
    aria-labelledby={`${id}-title`}
    closedby="any"
    onClick={closeFromOutside}
  >
    <form method="dialog" className="prerendered-dialog-close">
      <button aria-label="Cerrar">
        <X size={20} aria-hidden="true" />
      </button>
    </form>
    <div className="prerendered-dialog-picture">{picture}</div>
    <div className="prerendered-dialog-text">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </div>
  </dialog>
)

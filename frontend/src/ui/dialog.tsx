import { useId, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { placeNoticesInDialog } from './notice-place.ts'
import { confirmLeaving, UnsavedWorkContext, useUnsavedWorkScope } from './unsaved-work.ts'
import './dialog.css'

interface DialogProps {
  readonly title: string
  /** Also called on Escape; asks first if something would be lost. */
  readonly close: () => void
  /** `widest`: for a grid. `screen`: full screen, for a document. */
  readonly wide?: boolean | 'widest' | 'screen'
  readonly inFront?: boolean
  readonly children: ReactNode
}

const classes = { false: '', true: 'dialog-wide', widest: 'dialog-widest', screen: 'dialog-screen' } as const

const inFrontOfAll = 'dialog[data-in-front]'

function showAgain(element: HTMLDialogElement): void {
  element.showModal()
  const others = [...element.querySelectorAll('dialog'), ...document.querySelectorAll<HTMLDialogElement>(inFrontOfAll)]
  for (const other of others.filter((each) => each !== element)) {
    other.close()
    other.showModal()
  }
}

export function Dialog({ title, close, wide = false, inFront = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const notices = useRef<HTMLDivElement>(null)
  const id = useId()
  const scope = useUnsavedWorkScope()
  const place = useMemo(() => ({ scope, close: () => confirmLeaving(scope, close) }), [scope, close])
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const leaveNotices = notices.current && placeNoticesInDialog(notices.current)
    return () => {
      leaveNotices?.()
      element?.close()
    }
  }, [])
  return (
    <dialog
      className={`dialog ${classes[`${wide}`]}`}
      ref={dialog}
      aria-labelledby={id}
      data-in-front={inFront || undefined}
      onCancel={(event) => {
        // `cancel` events bubble from a nested dialog, which handles them itself.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        place.close()
      }}
      onClose={({ target }) => {
        // Browsers close at a second Escape even if `cancel` was prevented; an open question must stay visible.
        if (dialog.current && target === dialog.current && !dialog.current.open) showAgain(dialog.current)
      }}
    >
      <h2 id={id}>{title}</h2>
      <UnsavedWorkContext value={place}>{children}</UnsavedWorkContext>
      <div ref={notices} className="dialog-notices" />
    </dialog>
  )
}

export const DialogCloseAction = ({ close }: Pick<DialogProps, 'close'>) => (
  <div className="dialog-actions">
    <Button variant="secondary" onClick={close}>
      Cerrar
    </Button>
  </div>
)

import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  readonly title: string
  /** Asked for with Escape too. */
  readonly close: () => void
  /** For a form of several columns. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Whatever is asked within a dialog stands in front of it. */
function showAgain(element: HTMLDialogElement): void {
  element.showModal()
  for (const inner of element.querySelectorAll('dialog')) {
    inner.close()
    inner.showModal()
  }
}

/** A question in front of everything else, for as long as it is rendered; the focus returns to where it was. */
export function Dialog({ title, close, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        // A dialog within this one has a way out of its own.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={({ target }) => {
        // Browsers close at a second Escape whatever is prevented; what is still asked must not be hidden.
        if (dialog.current && target === dialog.current && !dialog.current.open) showAgain(dialog.current)
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

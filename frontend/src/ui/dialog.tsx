import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import './dialog.css'

interface DialogProps {
  readonly title: string
  /** Asked for with Escape too. */
  readonly close: () => void
  readonly children: ReactNode
}

/** A question in front of everything else, for as long as it is rendered; the focus returns to where it was. */
export function Dialog({ title, close, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      className="dialog"
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

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
        event.preventDefault()
        close()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

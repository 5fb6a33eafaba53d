import { type ReactNode, useState } from 'react'
import '../../ui/foldable.css'

export const noLists = 'Nadie ha abierto una lista de clientes desde que se anota.'

interface OpenedListsProps {
  /** Whose name may be in them, as the page speaks of the client. */
  readonly whose: 'tu' | 'su'
  /** Read once it is unfolded. */
  readonly children: ReactNode
}

/** Lists of clients are opened all day and are about nobody in particular: they stand apart, folded. */
export function OpenedLists({ whose, children }: OpenedListsProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="foldable" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Listas de clientes en las que puede estar {whose} nombre</summary>
      {open && children}
    </details>
  )
}

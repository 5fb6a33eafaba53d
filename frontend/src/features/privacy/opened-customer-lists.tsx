import { type ReactNode, useState } from 'react'
import '../../ui/foldable.css'

export const noCustomerListOpenedText = 'Nadie ha abierto una lista de clientes desde que se anota.'

interface OpenedListsProps {
  readonly whose: 'tu' | 'su'
  readonly children: ReactNode
}

/** Lists are opened all day and concern no single client, so they are folded away. */
export function OpenedCustomerLists({ whose, children }: OpenedListsProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="foldable" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Listas de clientes en las que puede estar {whose} nombre</summary>
      {open && children}
    </details>
  )
}

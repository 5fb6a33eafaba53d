import type { ReactNode } from 'react'
import './foldable.css'
import './folded-card.css'

interface FoldedCardProps {
  readonly id: string
  readonly title: string
  readonly result: string
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

export const CollapsibleCard = ({ id, title, result, onToggle, children }: FoldedCardProps) => (
  <section className="sheet" aria-labelledby={id}>
    <details className="foldable folded" onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>
        <h2 id={id}>{title}</h2>
        <span>{result}</span>
      </summary>
      <div className="folded-content">{children}</div>
    </details>
  </section>
)

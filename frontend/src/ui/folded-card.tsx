import type { ReactNode } from 'react'
import './foldable.css'
import './folded-card.css'

interface FoldedCardProps {
  readonly id: string
  readonly title: string
  /** How it stands, in a few words: most people need no more of it. */
  readonly result: string
  /** Told whether it is open, by whoever reads only what is looked at. */
  readonly onToggle?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A subject of a panel that is well most of the time: one line until somebody opens it. */
export const FoldedCard = ({ id, title, result, onToggle, children }: FoldedCardProps) => (
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

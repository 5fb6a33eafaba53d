import type { ReactNode } from 'react'
import './folded-sheet.css'

interface FoldedSheetProps {
  readonly id: string
  readonly title: string
  /** How it stands, in a few words: most people need no more of it. */
  readonly result: string
  readonly children: ReactNode
}

/** A subject of a panel that is well most of the time: one line until somebody opens it. */
export const FoldedSheet = ({ id, title, result, children }: FoldedSheetProps) => (
  <section className="sheet" aria-labelledby={id}>
    <details className="folded">
      <summary>
        <h2 id={id}>{title}</h2>
        <span>{result}</span>
      </summary>
      <div className="folded-content">{children}</div>
    </details>
  </section>
)
